// The field to type a move, and the list of legal moves.
import { Component, createRef } from "preact";
import { useState } from "preact/hooks";
import { completions } from "../board/pick";
import { texts } from "../texts";
import type { Ui } from "./ui";
import type { Actions } from "./actions";
import { Icon } from "./controls";

interface EntryProps {
  uid: string;
  moves: string[];
  /** A move as an example of the notation. */
  example: string | undefined;
  ui: Ui;
  actions: Actions;
}

/** The longest example that fits into the field. */
const FITS = 5;

/** A field to type a move, with completions below; Tab or a click takes one. */
export function Entry({ uid, moves, example: like, ui, actions }: EntryProps) {
  const [chosen, choose] = useState(-1);
  const [open, setOpen] = useState(false);
  const found = open ? completions(moves, ui.entry) : [];
  const list = found.length === 1 && found[0] === ui.entry ? [] : found;
  const example = like !== undefined && like.length <= FITS ? like : undefined;
  const write = (text: string) => {
    choose(-1);
    actions.change({ kind: "entry", text });
  };
  const play = (text: string) => {
    setOpen(false);
    choose(-1);
    if (text.trim() !== "") actions.play(text);
  };
  const take = (text: string) => {
    write(text);
    setOpen(false);
  };
  const keys: Record<string, () => boolean> = {
    Enter: () => {
      play(list[chosen] ?? ui.entry);
      return true;
    },
    ArrowDown: () => {
      setOpen(true);
      choose(Math.min(chosen + 1, found.length - 1));
      return true;
    },
    ArrowUp: () => {
      choose(Math.max(chosen - 1, -1));
      return true;
    },
    Escape: () => {
      if (list.length > 0) setOpen(false);
      else write("");
      return true;
    },
    Tab: () => {
      const only = list[chosen] ?? (list.length === 1 ? list[0] : undefined);
      if (only !== undefined) take(only);
      return only !== undefined;
    },
  };
  return (
    <div class="cw-entry">
      <label class="cw-unseen" for={`${uid}-entry`}>
        {texts.entry}
      </label>
      <span class="cw-entry-field">
        <input
          id={`${uid}-entry`}
          data-entry
          type="text"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={list.length > 0}
          aria-controls={`${uid}-completions`}
          {...(list[chosen] !== undefined && { "aria-activedescendant": `${uid}-completion-${chosen}` })}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          placeholder={example === undefined ? texts.entry : texts.entryLike(example)}
          value={ui.entry}
          onInput={(event) => {
            setOpen(true);
            write(event.currentTarget.value);
          }}
          onBlur={() => setOpen(false)}
          onKeyDown={(event) => {
            if (!event.shiftKey && keys[event.key]?.()) event.preventDefault();
          }}
        />
        <ul id={`${uid}-completions`} class="cw-completions" role="listbox" aria-label={texts.entry} hidden={list.length === 0}>
          {list.map((move, at) => (
            <li
              key={move}
              id={`${uid}-completion-${at}`}
              role="option"
              aria-selected={at === chosen}
              onPointerDown={(event) => {
                event.preventDefault();
                take(move);
              }}
            >
              {move}
            </li>
          ))}
        </ul>
      </span>
      <button type="button" class="cw-button" title={texts.play} onClick={() => play(ui.entry)}>
        <Icon name="enter" />
        <span>{texts.play}</span>
      </button>
    </div>
  );
}

interface LegalProps {
  moves: string[];
  /** The move at the end of the list, with a gap before it: it gives up, so it does not count. */
  apart?: string | undefined;
  say: (move: string) => string;
  unfolded: boolean;
  /** Whether the moves are in the list; the first frame of a page does without them. */
  listed: boolean;
  play: (move: string) => void;
}

/** An entry of the list with its text, because reading the text from the page takes longer than writing it. */
interface ListEntry {
  item: HTMLElement;
  button: HTMLElement;
  notation: Text;
  words: Text;
  move: string;
  shownWords: string;
}

/** Adds an empty entry to a list. */
function entry(list: HTMLElement): ListEntry {
  const { ownerDocument: page } = list;
  const [item, button, code] = [page.createElement("li"), page.createElement("button"), page.createElement("code")];
  const [notation, words] = [page.createTextNode(""), page.createTextNode("")];
  button.setAttribute("type", "button");
  code.append(notation);
  button.append(code, words);
  item.append(button);
  list.append(item);
  return { item, button, notation, words, move: "", shownWords: "" };
}

/** Writes the moves into the entries and reuses those of the list before; it writes the words only while the list is unfolded. */
function writeMoves(list: HTMLElement, entries: ListEntry[], moves: string[], apart: string | undefined, say: ((move: string) => string) | null): void {
  // usually the new list is the old list without some of its moves
  if (moves.length < entries.length) {
    const stays = new Set(moves);
    const left = entries.filter(({ move }) => stays.has(move));
    if (left.length === moves.length) {
      for (const { item, move } of entries) if (!stays.has(move)) item.remove();
      entries.splice(0, entries.length, ...left);
    }
  }
  for (const { item } of entries.splice(moves.length)) item.remove();
  moves.forEach((move, at) => {
    const one = (entries[at] ??= entry(list));
    if (one.move !== move) {
      one.move = move;
      one.button.setAttribute("data-move", move);
      one.notation.data = move;
      one.item.classList.toggle("is-apart", move === apart);
    }
    const said = say ? ` ${say(move)}` : "";
    if (one.shownWords !== said) one.shownWords = one.words.data = said;
  });
}

/** The list of legal moves; it writes them only when they change. */
export class Legal extends Component<LegalProps> {
  readonly #list = createRef<HTMLUListElement>();
  readonly #listed: ListEntry[] = [];

  override shouldComponentUpdate(next: LegalProps): boolean {
    return next.moves !== this.props.moves || next.unfolded !== this.props.unfolded || next.listed !== this.props.listed;
  }

  override componentDidMount() {
    this.#write();
  }

  override componentDidUpdate(before: LegalProps) {
    if (before.moves !== this.props.moves || before.listed !== this.props.listed) this.#write();
  }

  /** Writes the moves together with the position, even a long list, so that the list never shows a move of another position. */
  readonly #write = () => {
    const list = this.#list.current;
    const { moves, apart, listed } = this.props;
    if (!list || !listed) return;
    const ordered = apart !== undefined && moves.includes(apart) ? [...moves.filter((move) => move !== apart), apart] : moves;
    const open = (list.parentElement as HTMLDetailsElement | null)?.open ?? false;
    writeMoves(list, this.#listed, ordered, apart, open ? this.props.say : null);
  };

  override render({ moves, apart, unfolded, play }: LegalProps) {
    const counted = apart !== undefined && moves.includes(apart) ? moves.length - 1 : moves.length;
    return (
      <details class="cw-legal" open={unfolded} onToggle={this.#write}>
        <summary>{texts.legal(counted)}</summary>
        {moves.length === 0 && <p>{texts.legalNone}</p>}
        <ul
          ref={this.#list}
          onClick={(event) => {
            const { move } = (event.target as HTMLElement).closest<HTMLElement>("[data-move]")?.dataset ?? {};
            if (move !== undefined && moves.includes(move)) play(move);
          }}
        />
      </details>
    );
  }
}
