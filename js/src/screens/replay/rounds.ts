// The rounds of a replay as dumps, folded once from their frames, and the dump that is shown. Pure.
import type { GameView, Stage } from "../../board/layout";
import { fold } from "../../kernel/fold";
import { boardContext } from "../../board/board";
import type { Dump, Frames, SeatInfo, Tail } from "../../kernel/messages";
import { untold } from "../table/revealing";
import type { Go } from "./player";
import type { Turned } from "./state";

/** All rounds, with the plies that the viewer reached after the kernel had sent their frames (spoiler-free mode). */
function withTail(frames: Frames[], tail: Tail | null): Frames[] {
  if (!tail) return frames;
  return frames.map((one) => {
    if (one.round !== tail.round) return one;
    const from = tail.log[0]?.ply ?? Number.POSITIVE_INFINITY;
    const log = [...one.log.filter(({ ply }) => ply < from), ...tail.log];
    const outcome = tail.outcome ?? one.outcome;
    return { round: one.round, dumps: [...one.dumps, ...tail.dumps], last: [...one.last, ...tail.last], log, ...(outcome && { outcome }) };
  });
}

/** The frames that a replay received, and its position. */
interface ReplayPosition {
  frames: Frames[];
  tail: Tail | null;
  round: number;
  ply: number;
  view: GameView;
  scene: { seats: readonly SeatInfo[] };
}

export class Rounds {
  #known: { frames: Frames[]; tail: Tail | null; all: Frames[] } | null = null;
  readonly #folded = new WeakMap<Frames, Dump[]>();
  #staged: { dump: Dump; list: Stage[] } | null = null;

  constructor(private readonly standing: () => ReplayPosition) {}

  #all(): Frames[] {
    const { frames, tail } = this.standing();
    if (this.#known?.frames !== frames || this.#known.tail !== tail) this.#known = { frames, tail, all: withTail(frames, tail) };
    return this.#known.all;
  }

  /** The frames of the round that is shown. */
  frames(): Frames {
    const all = this.#all();
    const found = all.find(({ round }) => round === this.standing().round) ?? all[0];
    if (!found) throw new Error("a replay without rounds");
    return found;
  }

  /** The frames of a round that is `by` rounds later. */
  neighbour(by: number): Frames | undefined {
    const all = this.#all();
    return all[all.indexOf(this.frames()) + by];
  }

  /** All positions of a round. */
  dumps(of = this.frames()): Dump[] {
    const known = this.#folded.get(of);
    if (known) return known;
    const dumps = fold(of);
    this.#folded.set(of, dumps);
    return dumps;
  }

  /** The index of the position shown among the round's positions. */
  index(): number {
    const dumps = this.dumps();
    const at = this.standing().ply - (dumps[0]?.ply ?? 0);
    return Math.min(Math.max(at, 0), dumps.length - 1);
  }

  /** The first and the last ply of the round, and the one shown. */
  plies(): { first: number; last: number; at: number } {
    const dumps = this.dumps();
    return { first: dumps[0]?.ply ?? 0, last: dumps.at(-1)?.ply ?? 0, at: this.dump().ply };
  }

  /** The position that is shown. */
  dump(): Dump {
    const found = this.dumps()[this.index()];
    if (!found) throw new Error("a round without positions");
    return found;
  }

  /** The position before it. */
  earlier(): Dump | null {
    return this.dumps()[this.index() - 1] ?? null;
  }

  /** The stages of the reveal that led to the position shown; none without one, or where the table itself shows the last reveal. */
  stages(): Stage[] {
    const [before, dump] = [this.earlier(), this.dump()];
    if (this.#staged?.dump === dump) return this.#staged.list;
    const { view, scene } = this.standing();
    const { who } = boardContext(view, scene.seats, [], {});
    const list = before && !view.lasting ? (view.stages?.(before, dump, this.frames().log, who) ?? []) : [];
    this.#staged = { dump, list };
    return list;
  }

  /** A stage of that reveal, as far as it has told what its cards decide. */
  stage({ at, told }: Turned): Stage | null {
    const stage = this.stages()[at];
    return !stage || told ? (stage ?? null) : untold(stage);
  }

  /** The position after a step; `more` says whether the kernel has further positions. */
  target(where: Exclude<Go, "play">, more: boolean): { round?: number; ply: number } {
    const dumps = this.dumps();
    const index = this.index();
    const last = dumps.length - 1;
    const at = (to: number) => ({ ply: dumps[to]?.ply ?? 0 });
    if (where === "first") return at(0);
    if (where === "last") return at(last);
    if (where === "back") {
      const before = this.neighbour(-1);
      return index > 0 || !before ? at(index - 1) : { round: before.round, ply: this.dumps(before).at(-1)?.ply ?? 0 };
    }
    if (index < last) return at(index + 1);
    const next = this.neighbour(1);
    if (next) return { round: next.round, ply: next.dumps[0].ply };
    return more && dumps[last]?.is_over ? { round: this.standing().round + 1, ply: 0 } : { ply: (dumps[last]?.ply ?? 0) + 1 };
  }
}
