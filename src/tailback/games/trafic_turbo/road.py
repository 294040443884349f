"""Everything that moves on the road: steps, pushes, hits, skids, traffic and the Police."""

from __future__ import annotations

from mypy_extensions import i64, u8

from tailback.games.trafic_turbo.material import (
    AHEAD_LEFT,
    CELLS,
    EMPTY,
    FORWARD,
    LEFT,
    NO_CARD,
    POLICE_CAR,
    RIGHT,
    SKID_BACK,
    SKID_LEFT,
    STEPS,
    VEHICLE,
    WIDTH,
    card_name,
    cell_name,
    node_name,
)
from tailback.games.trafic_turbo.table import (
    CROSSED,
    FINES,
    HITS,
    NO_SIDE,
    OVER,
    SHEET,
    SKIPS,
    WITH_MANEUVER,
    WITH_WARNING,
    TraficTable,
)


class Road(TraficTable):
    """The table with its moving pieces. A piece never shares a space with another. TT-24"""

    # Steps

    def beside(self, cell: i64, side: i64) -> i64:
        """The next space to this side, -1 where the road ends."""
        if side == LEFT:
            return cell - WIDTH if cell >= WIDTH else -1
        return cell + WIDTH if cell < CELLS - WIDTH else -1

    def row_end(self, cell: i64, side: i64) -> i64:
        """The first space on this side without a car, whatever else is there; -1 if cars stand right to the edge."""
        to = self.beside(cell, side)
        while to >= 0 and 0 < i64(self.grid[to]) < VEHICLE:
            to = self.beside(to, side)
        return to

    def take_step(self, seat: i64, step: i64) -> bool:
        """One step; False when it ends the move."""
        if self.mode == WITH_WARNING:
            return self.glide(seat, step)
        if step == FORWARD:
            if self.mode == WITH_MANEUVER:
                self.side = NO_SIDE
            return self.drive(seat)
        if step == LEFT or step == RIGHT:
            self.side = step
            self.sidesteps += 1
            self.slide(seat, step)
            self.tell_step(seat, step)
            return True
        to = self.beside(i64(self.cell[seat]), LEFT if step == AHEAD_LEFT else RIGHT)
        self.side = NO_SIDE
        self.shift(seat, i64(self.rules.ahead[to]), 1)
        self.tell_step(seat, step)
        if self.p[seat] >= self.rules.goal:
            self.cross(seat)
        return True

    def drive(self, seat: i64) -> bool:
        """Forward: move, push, or end the move. TT-24, TT-26..TT-28"""
        to = i64(self.rules.ahead[i64(self.cell[seat])])
        what = i64(self.grid[to])
        if what != EMPTY:
            if what == POLICE_CAR:  # TA-20
                self.sheet[seat * SHEET + HITS] += 1
                if self.events is not None:
                    self.tell("hit_police", {"seat": int(seat), "space": self.space(seat)})
                return False
            if what >= VEHICLE:
                self.hit(seat, what - VEHICLE)
                return False
            if not self.push_ahead(seat, to):
                return False
            if self.phase == OVER:
                return True
        self.shift(seat, to, 1)
        self.tell_step(seat, FORWARD)
        if self.p[seat] >= self.rules.goal:
            self.cross(seat)
        return True

    def push_ahead(self, seat: i64, first: i64) -> bool:
        """Move the unbroken row of cars one space on, front car first. TA-12, TA-13, TA-15"""
        gap = first
        while 0 < i64(self.grid[gap]) < VEHICLE:
            gap = i64(self.rules.ahead[gap])
        if self.grid[gap] != EMPTY:
            if self.events is not None:
                self.tell("blocked", {"seat": int(seat), "space": self.space(seat)})
            return False
        while gap != first:
            at = i64(self.rules.behind[gap])
            pushed = i64(self.grid[at]) - 1
            self.shift(pushed, gap, 1)
            if self.events is not None:
                self.tell("pushed", {"seat": int(pushed), "by": int(seat), "space": cell_name(gap)})
            if self.p[pushed] >= self.rules.goal:
                self.cross(pushed)
                if self.phase == OVER:
                    return True
            gap = at
        return True

    def hit(self, seat: i64, vehicle: i64) -> None:
        """The car stays, the vehicle drives on with the steps that were left. TT-28..TT-30, TA-17..TA-19"""
        self.sheet[seat * SHEET + HITS] += 1
        at = i64(self.rear[vehicle])
        front = i64(self.rules.ahead[at]) if self.rules.length[vehicle] == 2 else at
        spaces: i64 = 0
        while spaces < self.left:
            front = i64(self.rules.ahead[front])
            if self.grid[front] != EMPTY:
                break
            at = i64(self.rules.ahead[at])
            spaces += 1
        self.put_vehicle(vehicle, at)
        if self.events is not None:
            self.tell(
                "hit",
                {
                    "seat": int(seat),
                    "vehicle": f"T{vehicle + 1}",
                    "space": cell_name(at),
                    "n": int(spaces),
                },
            )

    def slide(self, seat: i64, side: i64) -> None:
        """Sideways, pushing cars along; the far one moves first. TT-31"""
        at = i64(self.cell[seat])
        gap = self.row_end(at, side)
        while gap != at:
            before = gap + WIDTH if side == LEFT else gap - WIDTH
            moved = i64(self.grid[before]) - 1
            self.shift(moved, gap, 0)
            if moved != seat and self.events is not None:
                self.tell("pushed", {"seat": int(moved), "by": int(seat), "space": cell_name(gap)})
            gap = before

    def glide(self, seat: i64, step: i64) -> bool:
        """Through everything but the Police; the car follows to each free space. TT-47, TA-36, TA-37"""
        if step == FORWARD:
            to = i64(self.rules.ahead[self.ghost])
            if self.grid[to] == POLICE_CAR:
                self.sheet[seat * SHEET + HITS] += 1
                if self.events is not None:
                    self.tell("hit_police", {"seat": int(seat), "space": self.space(seat)})
                return False
            self.ghost_p += 1
        else:
            to = self.beside(self.ghost, step)
            self.side = step
            self.sidesteps += 1
        self.ghost = to
        if self.grid[to] == EMPTY:
            self.shift(seat, to, self.ghost_p - self.p[seat])
        if self.events is not None:
            self.tell("glided", {"seat": int(seat), "step": STEPS[step], "space": cell_name(to)})
        if self.ghost_p >= self.rules.goal:
            self.p[seat] = self.ghost_p
            self.cross(seat)
        return True

    def tell_fall_back(self, seat: i64) -> None:
        """Where the ghost ends above somebody, the car rests on the last free space behind it. TA-36"""
        if self.events is not None and self.mode == WITH_WARNING and self.ghost != i64(self.cell[seat]):
            self.tell("fell_back", {"seat": int(seat), "space": self.space(seat)})

    def shift(self, seat: i64, to: i64, columns: i64) -> None:
        self.grid[i64(self.cell[seat])] = EMPTY
        self.grid[to] = u8(seat + 1)
        self.cell[seat] = u8(to)
        self.p[seat] += columns

    def tell_step(self, seat: i64, step: i64) -> None:
        if self.events is not None:
            self.tell("stepped", {"seat": int(seat), "step": STEPS[step], "space": self.space(seat)})

    # Crossing the line and fines

    def cross(self, seat: i64) -> None:
        """Over the line: the car leaves the board. TT-65, TA-15, TA-57..TA-59"""
        self.crossed += 1
        self.sheet[seat * SHEET + CROSSED] = self.crossed
        self.grid[i64(self.cell[seat])] = EMPTY
        if self.events is not None:
            self.tell("crossed", {"seat": int(seat), "place": int(self.crossed)})
        if not self.rules.points:
            self.finish_race()
            return
        if self.hand[seat] != NO_CARD:
            card = i64(self.hand[seat])
            self.throw(card)
            self.hold(seat, NO_CARD)
            if self.events is not None:
                self.tell("gave_back", {"seat": int(seat), "card": card_name(card)})
        if self.crossed >= self.players - 1:
            for other in range(self.players):
                if self.sheet[other * SHEET + CROSSED] == 0:
                    self.crossed += 1
                    self.sheet[other * SHEET + CROSSED] = self.crossed
                    self.grid[i64(self.cell[other])] = EMPTY
            self.finish_race()

    def finish_race(self) -> None:
        self.phase = OVER
        if self.events is not None:
            self.tell("race_over", {"scores": self.scores(), "places": self.ranking(), "capped": self.capped})

    def fine(self, seat: i64, reason: str) -> None:
        """One fine, and the next turn is lost. TT-33, TT-54, TA-45, TA-61"""
        self.sheet[seat * SHEET + FINES] += 1
        self.lose_turn(seat)
        if self.events is not None:
            self.tell(reason, {"seat": int(seat), "space": self.space(seat)})

    def lose_turn(self, seat: i64) -> None:
        if self.rules.stack_skips:
            self.sheet[seat * SHEET + SKIPS] += 1
        else:
            self.sheet[seat * SHEET + SKIPS] = 1

    def check_grey(self, seat: i64) -> None:
        """A move of one's own that ends on grey, elsewhere than it began. TT-32, TA-16, TA-23..TA-28"""
        at = i64(self.cell[seat])
        station = i64(self.rules.grey[at])
        if station == 0 or at == self.begin:
            return
        if self.rules.grey_needs_police and self.police != CELLS + station - 1:
            return
        self.stopped = True
        self.fine(seat, "grey_fine")

    # Skid

    def skid(self, seat: i64, card: i64) -> None:
        """One space in the printed direction. TT-44, TT-45, TA-43, TA-44"""
        at = i64(self.cell[seat])
        self.begin = at
        if card == SKID_BACK:
            to = i64(self.rules.behind[at])
            if self.grid[to] == EMPTY:
                self.shift(seat, to, -1)
        else:
            side: i64 = LEFT if card == SKID_LEFT else RIGHT
            if self.beside(at, side) < 0:
                self.lose_turn(seat)
                if self.events is not None:
                    self.tell("off_road", {"seat": int(seat)})
                return
            end = self.row_end(at, side)
            if end >= 0 and self.grid[end] == EMPTY:
                self.slide(seat, side)
        moved = i64(self.cell[seat]) != at
        if self.events is not None:
            self.tell("skidded" if moved else "skid_blocked", {"seat": int(seat), "space": self.space(seat)})
        self.check_grey(seat)

    # Traffic

    def put_vehicle(self, vehicle: i64, to: i64) -> None:
        at = i64(self.rear[vehicle])
        long = self.rules.length[vehicle] == 2
        self.grid[at] = EMPTY
        if long:
            self.grid[i64(self.rules.ahead[at])] = EMPTY
        self.grid[to] = u8(VEHICLE + vehicle)
        if long:
            self.grid[i64(self.rules.ahead[to])] = u8(VEHICLE + vehicle)
        self.rear[vehicle] = u8(to)

    def front_of(self, vehicle: i64, rear: i64) -> i64:
        return i64(self.rules.ahead[rear]) if self.rules.length[vehicle] == 2 else rear

    def fits(self, vehicle: i64, rear: i64) -> bool:
        """Is there room for it in another lane? A truck needs two spaces. TA-56"""
        if self.grid[rear] != EMPTY:
            return False
        return self.rules.length[vehicle] == 1 or self.grid[i64(self.rules.ahead[rear])] == EMPTY

    def free_run(self, vehicle: i64) -> i64:
        """How far it could go straight on."""
        front = i64(self.rules.ahead[self.front_of(vehicle, i64(self.rear[vehicle]))])
        run: i64 = 0
        while run < self.budget and self.grid[front] == EMPTY:
            run += 1
            front = i64(self.rules.ahead[front])
        return run

    def lane_run(self, vehicle: i64, beside: i64, run: i64) -> i64:
        """How many columns of the next lane it could end in, wherever it fits, counted from the one beside it.

        Changing as late as it can needs the fewest free spaces there; past its `run`, where its own lane is
        blocked, everything from that point on must be free. TA-55
        """
        at = beside
        far = run
        for _k in range(run):
            at = i64(self.rules.ahead[at])
        while far < self.budget and self.fits(vehicle, at):
            far += 1
            at = i64(self.rules.ahead[at])
        return far

    def traffic_stuck(self) -> bool:
        """Can no vehicle use any more of the card? TA-54"""
        for vehicle in range(self.rules.vehicles):
            if (self.used >> vehicle) & 1:
                continue
            at = i64(self.rear[vehicle])
            if self.grid[i64(self.rules.ahead[self.front_of(vehicle, at)])] == EMPTY:
                return False
            if at >= WIDTH and self.fits(vehicle, at - WIDTH):
                return False
            if at < CELLS - WIDTH and self.fits(vehicle, at + WIDTH):
                return False
        return True

    def traffic_cost(self, vehicle: i64, to: i64) -> i64:
        """Columns, and one more for a change of lane. TA-55"""
        at = i64(self.rear[vehicle])
        columns = (to % WIDTH - at % WIDTH + self.rules.columns) % self.rules.columns
        return columns if to // WIDTH == at // WIDTH else columns + 1

    # Police

    def can_park(self, node: i64) -> bool:
        """It stops in a station or on an empty space. TA-49"""
        return node >= CELLS or self.grid[node] == EMPTY

    def send_police(self, seat: i64, node: i64) -> None:
        """Fine every car beside the space where it stops, then go home. TT-54..TT-56, TA-50..TA-53"""
        if self.police < CELLS:
            self.grid[self.police] = EMPTY
        self.police = node
        if self.events is not None:
            self.tell("police_moved", {"seat": int(seat), "to": node_name(node)})
        if node >= CELLS:  # TA-52
            if self.events is not None:
                self.tell("police_parked", {"to": node_name(node)})
            return
        caught = self.fine_on(i64(self.rules.ahead[node]))
        caught = self.fine_on(i64(self.rules.behind[node])) or caught
        caught = self.fine_on(self.beside(node, LEFT)) or caught
        caught = self.fine_on(self.beside(node, RIGHT)) or caught
        if not caught:
            self.grid[node] = POLICE_CAR
            if self.events is not None:
                self.tell("police_waits", {"to": node_name(node)})
            return
        self.police = i64(self.rules.road.nearest[node])
        if self.events is not None:
            self.tell("police_home", {"to": node_name(self.police)})

    def fine_on(self, cell: i64) -> bool:
        if cell < 0:
            return False
        what = i64(self.grid[cell])
        if what == EMPTY or what >= VEHICLE:
            return False
        self.fine(what - 1, "police_fine")
        return True
