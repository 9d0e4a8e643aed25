"""The ledger of finished units."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from pydantic import BaseModel

from peerlens.errors import StoreError
from peerlens.store.ledger import open_ledger, unit_key


def test_a_unit_is_found_again_after_the_ledger_was_closed(tmp_path: Path) -> None:
    with open_ledger(tmp_path / "l.sqlite") as ledger:
        ledger.put("k", "claim", '{"a": 1}')
    with open_ledger(tmp_path / "l.sqlite") as ledger:
        assert ledger.get("k") == '{"a": 1}'
        assert ledger.get("other") is None
        assert (ledger.count("claim"), ledger.count("ask")) == (1, 0)


def test_a_stored_unit_is_never_changed(tmp_path: Path) -> None:
    with open_ledger(tmp_path / "l.sqlite") as ledger:
        ledger.put("k", "claim", "first")
        ledger.put("k", "claim", "second")
        assert ledger.get("k") == "first"


def test_a_key_depends_on_every_part_and_not_on_their_order() -> None:
    key = unit_key("claim", {"a": 1, "b": "x"})
    assert unit_key("claim", {"b": "x", "a": 1}) == key
    assert len({key, unit_key("ask", {"a": 1, "b": "x"}), unit_key("claim", {"a": 2, "b": "x"})}) == 3


def test_a_key_can_be_made_of_text_with_lone_surrogates() -> None:
    assert len(unit_key("claim", {"text": "\ud835"})) == 64


class Unit(BaseModel):
    """Any kind of record."""

    a: int


@pytest.mark.parametrize("stored", ["", "[]", '{"x":', '{"a": "x"}', "null", b"\xff\x00", 5])
def test_a_damaged_record_is_forgotten_and_the_unit_can_be_stored_anew(tmp_path: Path, stored: object) -> None:
    path = tmp_path / "l.sqlite"
    with open_ledger(path) as ledger:
        ledger.put("k", "claim", '{"a": 1}')
        assert ledger.recall("k", Unit) == Unit(a=1)
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE units SET record = ?", (stored,))
    with open_ledger(path) as ledger:
        assert ledger.recall("k", Unit) is None
        ledger.put("k", "claim", '{"a": 2}')
        assert ledger.recall("k", Unit) == Unit(a=2)


def _junk(path: Path) -> None:
    path.write_bytes(b"not a database, but long enough to be read as one" * 50)


def _half(path: Path) -> None:
    with open_ledger(path) as ledger:
        for number in range(2000):
            ledger.put(str(number), "claim", "x" * 40)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def _other_table(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE units (a TEXT)")


@pytest.mark.parametrize("damage", [_junk, _half, _other_table])
def test_a_damaged_ledger_is_set_aside_and_a_new_one_begun(tmp_path: Path, damage: Callable[[Path], None]) -> None:
    path = tmp_path / "l.sqlite"
    damage(path)
    with open_ledger(path) as ledger:
        assert ledger.count("claim") == 0
        ledger.put("k", "claim", "{}")
    with open_ledger(path) as ledger:
        assert ledger.get("k") == "{}"
    assert (tmp_path / "l.sqlite.damaged").exists()


def test_a_folder_in_the_place_of_the_ledger_is_an_error_with_a_way_out(tmp_path: Path) -> None:
    (tmp_path / "l.sqlite").mkdir()
    with pytest.raises(StoreError, match="cannot be used") as caught, open_ledger(tmp_path / "l.sqlite"):
        pass
    assert caught.value.hint is not None
    assert caught.value.exit_status == 3
