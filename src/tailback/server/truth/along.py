"""A table that goes from one place to another: who may take it along, and whether what is brought adds up."""

from __future__ import annotations

import msgspec

from tailback.core.errors import BadOption
from tailback.server.truth import desk, seats
from tailback.server.truth import rows as r
from tailback.server.truth.ledger import Ledger
from tailback.server.truth.match import Broken
from tailback.server.truth.refusal import Refused
from tailback.texts.names import tidy_name


def check_taker(ledger: Ledger, held: frozenset[int]) -> None:
    """The rows tell every hidden card: whoever takes them must hold the seat of each person at the table."""
    people = {seat for seat, chair in enumerate(ledger.chairs) if chair.sitter == "person" or chair.stand_in}
    if ledger.imported is not None or not people <= held:
        raise Refused("others_sit", 403)


def check_rows(table: str, data: list[bytes]) -> None:
    """Rows that somebody brings add up to a table, or are refused."""
    if not seats.is_id(table) or not data:
        raise Refused("bad_table", 422)
    ledger = Ledger(table)
    try:
        for n, raw in enumerate(data):
            row = r.decode(raw)
            if isinstance(row, r.Imported) or isinstance(row, r.Opened) is (n > 0):
                raise Refused("bad_table", 422)
            if isinstance(row, r.Opened | r.Settled):
                desk.check_settings(row.settings)
            ledger.apply(row)
            for seat, chair in enumerate(ledger.chairs):
                if tidy_name(chair.name) != chair.name or chair.colour not in seats.COLOURS:
                    raise Refused("bad_table", 422, params={"seat": seat})
    except BadOption as bad:
        raise Refused(bad.key, 422, bad.clause, bad.params) from None
    except Broken as broken:
        raise Refused(broken.key, 422, params=broken.params) from None
    except msgspec.DecodeError:
        raise Refused("newer_table", 422) from None
    except Refused:
        raise
    except Exception:
        # The desk lets nothing pass that does not add up, so the ledger does not look for it; here anything may come.
        raise Refused("bad_table", 422) from None
