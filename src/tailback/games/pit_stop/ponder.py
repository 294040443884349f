"""Looking ahead in Pit Stop: worlds in which the others hold what their play makes likely."""

from __future__ import annotations

from tailback.core.contract import State
from tailback.core.search import Search
from tailback.games.pit_stop.play import PitStopState


class PitStopSearch(Search):
    """Whoever drew had probably nothing to play, and whoever took a penalty nothing to answer it with."""

    def world(self) -> State:
        root = self.root
        assert isinstance(root, PitStopState)
        return root.likely(self.seat, self.rng)
