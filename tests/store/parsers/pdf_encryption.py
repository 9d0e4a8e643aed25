"""Put a password on a file of the PDF writer: the standard handler, revision 2 (RC4, 40 bits), and nothing newer."""

from __future__ import annotations

import hashlib
import re

_PAD = bytes.fromhex("28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a")
_PERMISSIONS = -44  # no copying


def encrypted(data: bytes, *, user: str = "", owner: str = "owner") -> bytes:
    """``data``, a file without strings outside its streams, encrypted. An empty ``user`` password opens to anybody."""
    padded = (user.encode("latin-1") + _PAD)[:32]
    owner_key = hashlib.md5((owner.encode("latin-1") + _PAD)[:32], usedforsecurity=False).digest()[:5]
    owner_entry = _rc4(owner_key, padded)
    file_id = hashlib.md5(data, usedforsecurity=False).digest()
    seed = padded + owner_entry + _PERMISSIONS.to_bytes(4, "little", signed=True) + file_id
    key = hashlib.md5(seed, usedforsecurity=False).digest()[:5]
    body = re.sub(
        rb"(\d+) 0 obj\n(<< /Length \d+ >>\nstream\n)(.*?)(\nendstream)",
        lambda found: (
            b"%s 0 obj\n%s%s%s" % (found[1], found[2], _rc4(_object_key(key, int(found[1])), found[3]), found[4])
        ),
        data,
        flags=re.DOTALL,
    )
    entry = "<< /Filter /Standard /V 1 /R 2 /O <%s> /U <%s> /P %d >>"
    words = entry % (owner_entry.hex(), _rc4(key, _PAD).hex(), _PERMISSIONS)
    trailer = f"/Encrypt {words} /ID [<{file_id.hex()}> <{file_id.hex()}>] /Root 1 0 R >>"
    return body.replace(b"/Root 1 0 R >>", trailer.encode())


def _object_key(key: bytes, number: int) -> bytes:
    return hashlib.md5(key + number.to_bytes(3, "little") + b"\0\0", usedforsecurity=False).digest()[:10]


def _rc4(key: bytes, data: bytes) -> bytes:
    state = list(range(256))
    other = 0
    for place in range(256):
        other = (other + state[place] + key[place % len(key)]) % 256
        state[place], state[other] = state[other], state[place]
    result, place, other = bytearray(), 0, 0
    for byte in data:
        place = (place + 1) % 256
        other = (other + state[place]) % 256
        state[place], state[other] = state[other], state[place]
        result.append(byte ^ state[(state[place] + state[other]) % 256])
    return bytes(result)
