"""The ledger of finished units."""

import sqlite3
from pathlib import Path

import pytest

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


def test_a_file_that_is_no_database_is_an_error_with_a_way_out(tmp_path: Path) -> None:
    path = tmp_path / "l.sqlite"
    path.write_bytes(b"not a database, but long enough to be read as one" * 50)
    with pytest.raises(StoreError, match="cannot be used") as caught, open_ledger(path):
        pass
    assert isinstance(caught.value.__cause__, sqlite3.Error)
    assert caught.value.hint is not None
    assert caught.value.exit_status == 3
