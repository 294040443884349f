"""What a file of a study is about, without looking at its matches: for lists."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from tailback.lab.finding import FindError, wish
from tailback.lab.kept import Kept, StudyError
from tailback.lab.studies import RUN


class Facts(NamedTuple):
    """`setups` without those that only measure skill; `matches` of the set-up that has the most; `about`: what is
    compared, or wished for."""

    kind: str
    game: str
    players: list[int]
    setups: int
    matches: int
    about: list[str]


def facts(path: Path) -> Facts:
    """Or StudyError: any file may be called a study."""
    try:
        with Kept(path, create=False) as kept:
            known = kept.setups()
            numbers = [int(number) for number in kept.about("arms", [])]
            done = dict(kept.rows("SELECT arm, sum(count) FROM range GROUP BY arm"))
            found = [known[number] for number in numbers]
            if not found or not any(done.get(number) for number in numbers):
                raise StudyError("nothing_yet", file=str(path))
            return Facts(
                str(kept.about("kind", RUN)),
                found[0].game,
                sorted({setup.players for setup in found}),
                len(found),
                max(done.get(number, 0) for number in numbers),
                [*next(iter(kept.about("levels", [])), {}), *(wish(text).name for text in kept.about("wishes", []))],
            )
    except (FindError, LookupError, TypeError, ValueError):
        raise StudyError("damaged", file=str(path)) from None
