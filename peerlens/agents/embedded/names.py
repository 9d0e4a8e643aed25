"""Names of things: finding them in a claim, and matching them in a paper under their usual spellings."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

_WORD: Final = r"[A-Za-z0-9α-ωΑ-Ω][\w@+*/.'!-]*"
_NAME_TOKEN: Final = re.compile(
    r"(?<![\w-])(?:"
    r"[A-Za-z]*[a-z][A-Z][\w@+*-]*"  # CootCount, e-SNLI, eBERT, MeLLo
    r"|[A-Z]{2,}[\w@+*!/-]*(?:\.\d+)?"  # BERT, MMLU, CMA-CLIP, PASS@1, Yahoo!L6
    r"|[A-Z][A-Za-z]*[-@!]?\d[\w@.+*-]*"  # Llama2, Top5, WikiText-2
    r"|[A-Z][\w]*(?:-[A-Z0-9][\w]*)+"  # Llama-2, Roberta-Base, WikiText-2
    r"|[a-z]+-[A-Z][\w-]*"  # e-SNLI, k-NN
    r"|[a-z]*\d+[a-z]+\w*(?:-\w+)*"  # word2vec, node2vec
    r")(?![\w])"
)
_CAPITALISED: Final = re.compile(
    r"(?<![\w.-])[A-Z][a-z][\w-]*(?:\s+(?:of|of the|&)(?=\s+[A-Z])|\s+[A-Z][\w!-]*|\s+\d[\w.]*(?![\w-]))*"
)
_NOT_NAMES: Final = frozenset(
    "euclidean lipschitz gaussian bayesian markov hilbert fourier laplacian bernoulli poisson hessian jacobian nth "
    "the this that these those table figure section appendix algorithm equation theorem lemma fig tab sec eq page "
    "line lines both while "
    "when although however no none neither every all each only there their they its it in on for from with without "
    "under using compared "
    "experiments experiment results result authors author paper method methods training data dataset we our as at by "
    "to if an and or but "
    "such since because given despite during after before some many most several few one two three another other any "
    "removing unlike "
    "replacing increasing adding applying comparing across among between over per via within additionally "
    "furthermore specifically "
    "proposition corollary definition assumption remark chapter part step stage supplement reviewer reviewers who "
    "what which "
    "out of off up down about above below behind beside besides beyond inside into near onto outside past throughout "
    "through toward towards until upon whereas where once unless whether so then thus hence here now also even just "
    "more less fewer most least rather instead not never four five six seven eight nine ten half first second third "
    "finally lastly next generally typically usually often sometimes overall otherwise like amid around along against "
    "researchers he she his her you your i hyperparameters hyper-parameters ablation ablations code baselines "
    "baseline error insufficient "
    "limited lack missing counting is are does do not".split()
)
_PLACE: Final = re.compile(
    r"\b(?:table|tab\.?|figure|fig\.?|section|sec\.?|appendix|equation|eq\.?|algorithm|alg\.?|theorem|lemma|lines?|"
    r"page|step|chapter|"
    r"proposition|corollary|definition|assumption|remark|setting|settings|app\.?)s?(?:\s+\(?\s*[A-Z]?\.?\d*[\w.]*\)?|"
    r"\b)|\bSS[A-Z]?\.?\d[\d.]*",  # "§A.1" as some converters print it
    re.I,
)
_SYMBOL: Final = re.compile(r"[A-Za-z](?:\d|_\w+)|[A-Za-z]\'?|\d[a-z]")
_UNITS: Final = re.compile(
    r"^(?:\d[\d.,]*(?:%|x|k|m|b|ms|s|gb|mb|gib|nd|th|st|rd|d|e-?\d+)?|(?:GPU|CPU|GB|GiB|MB|TPU|RAM|kHz|MHz|GHz|Hz|dB|"
    r"mAh|kWh?|TFLOPS|GFLOPs?|FLOPs|GPUs|CPUs|OK|UK|USA?|AI|ML|NLP|PDF|CO2|2D|3D|1D)s?)$",
    re.I,
)


@lru_cache(maxsize=16_384)
def names_in(text: str) -> tuple[str, ...]:
    """The names in ``text``: acronyms, mixed-case words, words with digits, capitalised words inside a sentence."""
    blanked = _PLACE.sub(lambda match: " " * len(match[0]), _EN_DASH.sub("-", text))
    spans: list[tuple[int, int]] = [match.span() for match in _NAME_TOKEN.finditer(blanked)]
    for match in _CAPITALISED.finditer(blanked):
        start, end = _trimmed(blanked, *match.span())
        first = re.match(r"\S+", blanked[start:end])
        if first is None or first[0].lower().strip("'") in _NOT_NAMES:
            continue
        before = blanked[:start].rstrip()
        opens = before[-1:] in (".", "?", "!", ":", '"', "(", "") or _LABEL.fullmatch(before) is not None
        if opens and not re.search(r"\s\w[\w-]", blanked[start:end].strip()):
            continue
        if (
            opens
            and (rest := re.match(r"\S+\s+", blanked[start:end]))
            and _NAME_TOKEN.match(blanked, start + rest.end(), end)
        ):
            start += rest.end()
        spans.append((start, end))
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if (number := _SERIES.match(blanked, start)) is not None:
            end = max(end, number.end())
        if merged and (start <= merged[-1][1] or _one_name(blanked, merged[-1], (start, end))):
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    found = dict.fromkeys(
        re.sub(
            r"-(?:based|style|like|type|specific|trained|tuned|powered|guided)$", "", blanked[start:end].strip(" '.,-")
        )
        for start, end in merged
    )
    return tuple(
        name
        for name in found
        if len(name) > 1 and not _UNITS.match(name) and not _SYMBOL.fullmatch(name) and not _common(name)
    )


def nameless(text: str) -> str:
    """``text`` without its names."""
    for name in sorted(names_in(text), key=len, reverse=True):
        text = text.replace(name, " ")
    return " ".join(text.split())


def _common(name: str) -> bool:
    """Whether a word is no name though it has a capital: it opens a sentence, or says what kind ("Gaussian-type")."""
    head, _, tail = name.lower().partition("-")
    return name.lower() in _NOT_NAMES or (head in _NOT_NAMES and tail != "" and name[len(head) + 1 :].islower())


def _one_name(text: str, left: tuple[int, int], right: tuple[int, int]) -> bool:
    """Whether two neighbouring stretches are one name: "GPT-4 Turbo", "Yahoo!L6", "Llama 2-Chat"."""
    between = text[left[1] : right[0]]
    return between in ("", "!") or (between == " " and text[right[0]].isupper() and text[left[0]].isupper())


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """A capitalised stretch without a leading word that is only capitalised because it opens the sentence."""
    while (first := re.match(r"(\S+)\s+(?=\S)", text[start:end])) and first[1].lower() in _NOT_NAMES:
        start += first.end()
    return start, end


_TYPE_NOUN: Final = re.compile(
    r"\s+(?:data ?sets?|corpus|corpora|benchmarks?|scores?|methods?|models?|baselines?|metrics?|algorithms?|test|"
    r"tests|measures?|tasks?|networks?|"
    r"suite|framework|challenge|approach|collection|index|coefficient|architecture|system|loss|optimi[sz]er|questions?|"
    r"prompts?|prompting|figures?|numbers?|values?|results?|experiments?|data|runs?|competitors?|rivals?|detectors?)$",
    re.I,
)


def stripped(name: str) -> str:
    """A name without its article and the noun that says what it is: "the Clothing dataset" → "Clothing"."""
    name = re.sub(
        r"^(?:(?:the|a|an|any|other|standard|popular|common|recent|well-known|famous|classic(?:al)?|latest|newest|strongest|"
        r"[a-z-]+-based|hard(?:er|est)?|eas(?:y|ier|iest)|earlier|newer|stronger|weaker)\s+)+",
        "",
        name.strip(" .,;:()\"'"),
        flags=re.I,
    )
    shorter = _TYPE_NOUN.sub("", name)
    return shorter if len(shorter) > 1 and not shorter.islower() else name


_SERIES: Final = re.compile(
    r"(?:[A-Z][A-Za-z]+ )?(?:RTX|GTX|GPT|Llama|LLaMA|Qwen|Gemini|Claude|PaLM|Mistral)[ -]?\d[\w.]*"
)
"""Product lines, whose numbers are names."""
_MIXED: Final = re.compile(r"(?=.{4,12}$)(?=(?:.*[A-Z]){2})")
_LABEL: Final = re.compile(r"\s*\(?\w{1,3}\)")
"""The letter of a panel or an item: "(d) Set of samples"."""
_EN_DASH: Final = re.compile(r"(?<=[A-Za-z])–(?=[A-Z])")
_PLURAL: Final = re.compile(r"[A-Z][A-Z0-9]+s")
_APART: Final = r"[_-]?"


_CAPITAL_PLURAL: Final = re.compile(r"[A-Z]{3,}S")
"""A plural in capitals throughout, as a review writes it: "RBMS"."""


@lru_cache(maxsize=4096)
def name_pattern(name: str) -> re.Pattern[str]:
    """Match a name as a whole: hyphen, space and nothing are one, plural allowed, not inside a longer name.

    Acronyms of up to five letters keep their case ("ICE" is not "ice"). What follows by a hyphen and a capital or a
    digit makes another name ("GPT-4" is not "GPT-4V", "BERT" not "BERT-Large-2"), as does a prefix ("XLM-RoBERTa").
    """
    pieces = [piece for piece in re.split(r"[\s_–-]+|(?<=[a-z])(?=\d)|(?<=[A-Z]{2})(?=\d)", stripped(name)) if piece]
    body = "".join(
        _piece(piece) + (_joint(piece, pieces[index + 1]) if index + 1 < len(pieces) else "")
        for index, piece in enumerate(pieces)
    )
    acronym = len(pieces) == 1 and re.fullmatch(r"[A-Z][A-Z0-9]{0,4}s?", pieces[0]) is not None
    flags = 0 if acronym else re.IGNORECASE
    closing = r"(?:e?s)?" if pieces and pieces[-1][-1:].isalpha() else ""
    lone = any(len(piece) == 1 and piece.isalpha() for piece in pieces)  # "k-NN" is also "kNN", but never "knn"
    if (compact := stripped(name).replace("-", "")).isalnum() and (_MIXED.match(compact) or lone):
        body = rf"{body}|(?-i:{_APART.join(compact)})"  # "ViTL" is "ViT-L", "FIDAR" is "FID_AR"
    return re.compile(
        rf"(?<![\w@])(?<![A-Za-z0-9][-])(?:{body}){closing}(?![\w@])(?<!\d(?=\.\d))(?!-(?-i:[A-Z0-9])\w*)", flags
    )


def _joint(left: str, right: str) -> str:
    """What parts two pieces of a name: perhaps nothing, but a letter alone would make another word ("Shap-E")."""
    alone = (len(left) == 1 or len(right) == 1) and left.isalpha() and right.isalpha()
    return r"[\s_–-]+" if alone else r"[\s_–-]*"


def _piece(piece: str) -> str:
    if (len(piece) > 4 and piece.islower() and piece.endswith("s")) or _PLURAL.fullmatch(piece):
        return re.escape(piece[:-1]) + "s?"
    if _CAPITAL_PLURAL.fullmatch(piece):
        return re.escape(piece[:-1]) + "[Ss]?"
    return re.escape(piece)


_GLOSSED: Final = re.compile(
    r"(?<![\w-])(?P<name>[A-Za-z]*[A-Z][\w-]*[A-Z][\w-]*)\s*\((?P<long>[A-Z][\w-]*(?:[ -][A-Za-z][\w-]*){1,8})\)"
)


def without_glosses(text: str) -> str:
    """``text`` without the long form behind a name, "ABC (Apple Basket Counter)": the name says it all."""

    def bare(match: re.Match[str]) -> str:
        capitals = "".join(letter for letter in match["name"] if letter.isupper())
        initials = "".join(word[0] for word in re.split(r"[\s-]+", match["long"]) if word[:1].isupper())
        fits = capitals[:1] == initials[:1] and (initials.startswith(capitals[:2]) or capitals.startswith(initials[:3]))
        return match["name"] if fits else match[0]

    return _GLOSSED.sub(bare, text)


def expansions(name: str, text: str) -> list[str]:
    """What ``name`` is also called in ``text``: its long form for an acronym, its acronym for a long form.

    Read from "long form (ABC)" and "ABC (long form)". One word of a long form goes with its acronym ("Hamming", SHD).
    """
    bare, found = stripped(name), []
    if re.fullmatch(r"[A-Za-z]*[A-Z][\w.-]{1,7}", bare):
        letters = [letter.lower() for letter in bare if letter.isalnum()]
        for match in re.finditer(rf"\(\s*{re.escape(bare)}s?\s*[);,]", text):
            before = re.findall(r"[\w'-]+", text[max(0, match.start() - 120) : match.start()])[-len(letters) - 3 :]
            found.extend(_initialism(before, letters))
        for match in re.finditer(rf"(?<![\w-]){re.escape(bare)}\s*\(([a-zA-Z][\w\s-]{{4,60}})\)", text):
            if [word[0].lower() for word in re.split(r"[\s-]+", match[1].strip())][:1] == letters[:1]:
                found.append(match[1].strip())
    elif " " in bare or "-" in bare:
        match_long = re.search(
            rf"(?<!\w){name_pattern(bare).pattern}\s*\(\s*([A-Z][\w-]{{1,9}}?)s?\s*[);,]", text, re.I
        )
        if match_long:
            found.append(match_long.groups()[-1])
    else:
        found.extend(_abbreviated(bare, text))
    return list(dict.fromkeys(found))


@lru_cache(maxsize=4096)
def _initials(name: str) -> re.Pattern[str] | None:
    bare = stripped(name)
    if not re.fullmatch(r"[A-Z]{3,6}s?", bare):
        return None
    words = [rf"(?:{letter}|{letter.lower()})[a-z]{{2,}}" for letter in bare.rstrip("s")]
    return re.compile(r"(?<![\w-])" + r"(?:[\s-](?:of[\s-]|and[\s-]|the[\s-]|in[\s-])?)".join(words) + r"\b")


def spelled_out(name: str, text: str) -> bool:
    """Whether ``text`` has words in a row that an acronym of three to six letters is the initials of."""
    pattern = _initials(name)
    return pattern is not None and pattern.search(text) is not None


def _abbreviated(word: str, text: str) -> list[str]:
    """Acronyms of the long forms that have ``word`` in them."""
    tail = r"(?:[ -][\w-]+){0,3}\s*\(\s*(?P<short>[A-Z][\w-]{1,9}?)s?\s*[);,]"
    return [
        match["short"]
        for match in re.finditer(rf"(?<!\w){re.escape(word)}{tail}", text)
        if any(
            word in phrase.split()
            for phrase in _initialism(
                re.findall(r"[\w'-]+", text[max(0, match.start() - 60) : match.start("short")])[-10:],
                [letter.lower() for letter in match["short"] if letter.isalnum()],
            )
        )
    ]


def _initialism(before: list[str], letters: list[str]) -> list[str]:
    for size in range(min(len(before), len(letters) + 2), 0, -1):
        phrase = before[-size:]
        pieces = [piece for word in phrase for piece in re.split(r"-", word) if piece]
        initials = [piece[0].lower() for piece in pieces]
        without_small = [
            piece[0].lower() for piece in pieces if piece.lower() not in ("of", "the", "and", "for", "in", "to", "on")
        ]
        if letters in (initials, without_small):
            return [re.sub(r"^(?:(?:the|a|an|to|of|for|in|on|and) )+", "", " ".join(phrase))]
    return []
