"""What a table shows: the position as its viewer knows it, and everything that stands beside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from capture_widgets.bots.levels import bot_id
from capture_widgets.engine.names import distinct_names
from capture_widgets.engine.state import Seat, Viewer
from capture_widgets.export.outcome import outcome
from capture_widgets.library.keepers import trouble_of
from capture_widgets.model.dump import Dump
from capture_widgets.model.history import History
from capture_widgets.model.view import Bot
from capture_widgets.play.daily import day_of_game, line_to_share
from capture_widgets.play.game import Game
from capture_widgets.play.teacher_settings import with_reveals
from capture_widgets.records.last_move import ViewerTable, drawn, touched
from capture_widgets.teaching.first_hands import has_first_hand
from capture_widgets.widgets.table.beliefs import BeliefDisplay
from capture_widgets.widgets.table.bot_lines import bot_line
from capture_widgets.widgets.table.next_game import after
from capture_widgets.widgets.table.reveals import known_cards
from capture_widgets.widgets.table.seating import Seating
from capture_widgets.widgets.table.session import Session
from capture_widgets.widgets.table.takebacks import takeback_totals
from capture_widgets.widgets.table.undo import UndoRules
from capture_widgets.widgets.teacher_clock import clock_info

if TYPE_CHECKING:
    from capture_widgets.protocol.table_messages import Scene, TableActions, Teacher


_SEVERAL_PAGES: Final = "{count} browser pages show this table, and each can play these cards."


class SceneBuilder:
    """Builds what one table shows.

    Attributes:
        beliefs: the beliefs that the table shows.
        fault: how an observer of the table failed, in words; None if none did.
        lesson: the name of the lesson's model that stands in the table's place; None if there is none.
        page_count: how many pages of browsers show the table, as far as they have told.
    """

    def __init__(self, game: Game, seating: Seating, session: Session, undo: UndoRules) -> None:
        """Make the builder of a table.

        Args:
            game: the game at the table.
            seating: who looks at the table.
            session: what the tables of the game share.
            undo: which moves the table may take back.
        """
        self._game = game
        self._seating = seating
        self._session = session
        self._undo = undo
        self.beliefs = BeliefDisplay(game)
        self.fault: str | None = None
        self.lesson: str | None = None
        self.page_count = 0
        self._tables: tuple[ViewerTable, ...] = ()
        """The last two positions, which need not be worked out again to find what the last move touched."""

    def build(self) -> tuple[Dump, Scene, History]:
        """The position, what stands beside it, and the history from which the table reads its log."""
        game, seating = self._game, self._seating
        # the screen goes dark as soon as the turn passes to another person
        if seating.cover() is not None:
            seating.leave_screen()
        viewer = seating.viewer()
        at, finished = self.position()
        dump = game.dump_at(at["ply"], round=at["round"], seat=viewer)
        scene = self._scene(at, viewer, finished, dump)
        if dump["to_play"] not in seating.acting():
            dump["legal_moves"] = []
        reveals = [] if viewer is None else game.teacher.revealed_to(viewer, at["round"])
        if reveals:
            dump = with_reveals(dump, game.dump_at(at["ply"], round=at["round"]), reveals)
        scene["teacher"] = self._teacher(dump)
        if seating.is_stopped():
            nothing: Any = {
                "undo": False,
                "redo": False,
                "new": False,
                "bring_back": False,
                "hint": False,
                "sit": [],
                "skip": False,
            }
            scene["can"].update(nothing)
        return dump, scene, game.history

    def position(self) -> tuple[dict[str, int], int | None]:
        """The round and ply that the table shows, and the number of the round if it is a finished one."""
        game, finished = self._game, self._session.finished_round
        if finished is not None and finished in game.round_numbers() and finished < game.round:
            return {"round": finished, "ply": game.plies(finished)[-1]}, finished
        return {"round": game.round, "ply": game.ply}, None

    def _scene(self, at: dict[str, int], viewer: Viewer, finished: int | None, dump: Dump) -> Scene:
        """What stands beside a position; of its dump it takes only what is the same for every viewer."""
        game, session, seating = self._game, self._session, self._seating
        match = dump["match"]
        takeback_count, cards_seen = takeback_totals(game.comments.values())
        state = game.history.round_at(at["round"]).state_at(at["ply"])
        self._tables = (*self._tables[-1:], ViewerTable(state, viewer, dump["table"]))
        own_seat = seating.own_seat()
        can = self._can(at, finished, dump)
        own_game_over = isinstance(viewer, int) and game.is_over
        own_hand_over = isinstance(viewer, int) and finished is not None
        return {
            # The keys that every move changes come first: a page compares a scene with the one it has, key by key,
            # until it finds a difference.
            "last": [
                *touched(game.history, at["ply"], round=at["round"], seat=viewer, known=self._tables),
                *drawn(game.history, at["ply"], round=at["round"], seat=viewer),
            ],
            "title": game.type.title,
            "seats": [
                {
                    "name": name,
                    "kind": "bot" if isinstance(player, Bot) else "person",
                    "level": bot_id(player),
                }
                for name, player in zip(distinct_names(game.names), game.seats, strict=True)
            ],
            "acts": seating.acting(),
            "can": can,
            "settled": self._settled(can),
            "taken_back": max(session.undo_count, takeback_count),
            "seen": cards_seen,
            "under_way": game.history.under_way,
            "kept_in": game.kept_in,
            "thinking": session.thinking,
            "stopped": session.stopped,
            "deal": session.deal,
            "cover": seating.cover(),
            "match": None
            if match is None
            else {
                "target": game.options["target"],
                # at the end of a round the score holds what the round brought
                "totals": dump["points"] if dump["is_over"] else match["totals"],
                "over": match["over"],
            },
            "outcome": outcome(game.history, at["round"], "public" if own_seat is None else own_seat)
            if dump["is_over"]
            else None,
            "says": bot_line(game, at["round"], at["ply"]),
            "after": after(game) if (own_game_over or own_hand_over) and seating.may_begin() else None,
            "par": None if seating.only_looks or not dump["is_over"] else session.par_report.message(),
            "share": line_to_share(game.history, viewer) if own_game_over and isinstance(viewer, int) else None,
            "day": self._day(),
            "beliefs": self.beliefs.likeliest(at, viewer) if seating.cover() is None else None,
            "lesson": self.lesson,
            "notice": self._notice(viewer),
            "teacher": None,
            "hinted": None,
            "taught": False,
            # a page that was loaded after the end has not seen the position that the last round of cards decided
            "before": game.dump_at(at["ply"] - 1, round=at["round"], seat=viewer)
            if game.type.moves_a_round and dump["is_over"] and at["ply"] > game.plies(at["round"])[0]
            else None,
        }

    def _day(self) -> str | None:
        """The date of a deal of the day. Anybody can work out every card from it, so the kernel tells nobody else."""
        seating = self._seating
        if seating.only_looks or seating.own_seat() is None or seating.others():
            return None
        day = day_of_game(self._game.history)
        return None if day is None else day.isoformat()

    def _can(self, at: dict[str, int], finished: int | None, dump: Dump) -> TableActions:
        """What the persons at the table may do now."""
        game, seating = self._game, self._seating
        acting, plays = seating.acting(), not seating.only_looks
        return {
            "undo": plays and self._undo.can_undo(),
            "redo": plays and self._undo.can_redo(),
            "new": plays and seating.may_begin(),
            "bring_back": plays and seating.may_begin() and game.can_bring_back,
            "hint": finished is None and dump["to_play"] in acting,
            "next": finished is not None,
            "sit": seating.assignable(),
            "again": at["ply"] > game.plies(at["round"])[0],
            "open": finished is None and seating.may_open(),
            "winnable": game.type.solver is not None and game.to_play in acting,
            "learn": plays and has_first_hand(game.type.slug),
            "skip": plays and not self._session.hurries and self._may_skip(acting),
            "retry": self._session.trouble is not None and not seating.only_looks,
        }

    def _may_skip(self, acting: Sequence[Seat]) -> bool:
        """Whether this table may play the round to its end at once; for a person, only the table that acts for them."""
        return self._session.only_bots_left() or bool(acting) and self._session.is_settled()

    def _settled(self, can: TableActions) -> str | None:
        """What the person who plays here knows about the result of the round before its end, and what they can do."""
        seat, returns = self._seating.own_seat(), self._game.state.settled if can["skip"] else None
        if seat is None or returns is None:
            return None
        came = "you win" if returns[seat] > 0 else "you lose" if returns[seat] < 0 else "it is a draw"
        return f"Decided: {came}; the cards left cannot change it. Play on, or press “Skip to the end”."

    def _notice(self, viewer: Viewer) -> Any:
        """What is wrong with a bot, an observer or the file of the game, in words that tell the viewer no card."""
        trouble, sees_all = self._session.trouble, viewer is None
        if trouble is not None:
            return {"text": trouble.details if sees_all or viewer == trouble.seat else trouble.short, "rule": None}
        words = self._game.trouble or self.fault
        if words is None:
            words = None if self._seating.only_looks else trouble_of(self._game)
            if words is None and self.page_count > 1 and isinstance(viewer, int) and len(self._game.seats) > 1:
                words = _SEVERAL_PAGES.format(count=self.page_count)
            return None if words is None else {"text": words, "rule": None}
        # the message of an error may name cards
        short = f"{words.partition(':')[0]}; `table.trouble` in a cell says more and may name hidden cards."
        return {"text": words if sees_all else short, "rule": None}

    def _teacher(self, dump: Dump) -> Teacher | None:
        """What a teacher has set for the tables, as far as this table's viewer may know it."""
        game = self._game
        settings, stopped = game.teacher.settings, self._seating.is_stopped()
        reveals = [] if dump["seat"] is None else game.teacher.revealed_to(dump["seat"], dump["round"])
        spot = settings.spot
        if spot is not None and game.type.deck.find(spot) is not None and spot not in known_cards(dump):
            spot = None  # the spotlight must not tell the viewer where a hidden card lies
        if not (stopped or reveals or spot or settings.clock):
            return None
        return {
            "stopped": stopped,
            "shown": [one.words() for one in reveals],
            "spot": spot,
            "clock": clock_info(settings.clock),
        }
