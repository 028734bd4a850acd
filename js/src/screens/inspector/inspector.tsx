// The inspector: a dump as a tree beside its table, with search, marks on changed values, and buttons that copy the dump.
import { Component } from "preact";
import { Live } from "../../board/a11y";
import { boardContext, Board, picture } from "../../board/board";
import { differences } from "../../kernel/differences";
import type { GameView } from "../../board/layout";
import type { Report } from "../../kernel/connection";
import { statusOf, stateOf } from "../status";
import { Choose } from "../../panel/controls";
import { MessageField } from "../../panel/message";
import { rootAttributes } from "../../page/root";
import { texts } from "../../texts";
import { words } from "../texts";
import type { Theme } from "../../page/theme";
import type { Dump, InspectorScene, LogEntry, Settings, Viewer } from "../../kernel/messages";

export interface InspectorProps {
  uid: string;
  view: GameView;
  dump: Dump;
  /** The dump one move earlier, to mark the changes since then. */
  before: Dump | null;
  /** The last moves, as the viewer knows them. */
  log: LogEntry[];
  scene: InspectorScene;
  seat: Viewer;
  settings: Settings;
  theme: Theme;
  report: Report;
  look: (seat: Viewer) => void;
}

/** A value as a Python literal. */
function python(value: unknown, indent = ""): string {
  if (value === null || value === undefined) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value !== "object") return JSON.stringify(value);
  const inner = `${indent}    `;
  const list = Array.isArray(value);
  const items = Object.entries(value).map(([key, its]) => `${list ? "" : `${JSON.stringify(key)}: `}${python(its, inner)}`);
  const [left, right] = list ? "[]" : "{}";
  const short = items.join(", ");
  if (short.length < 80 && !short.includes("\n")) return `${left}${short}${right}`;
  return `${left}\n${items.map((item) => `${inner}${item},\n`).join("")}${indent}${right}`;
}

interface Looking {
  changed: ReadonlySet<string>;
  wanted: string;
}

const SHORT = 60;

function plain(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > SHORT ? `${text.slice(0, SHORT)}…` : text;
}

function holds(set: ReadonlySet<string>, path: string): boolean {
  if (set.has(path)) return true;
  for (const one of set) if (one.startsWith(`${path}.`)) return true;
  return false;
}

/** Whether a key or a value in this branch contains the searched text. */
function matches(key: string, value: unknown, wanted: string): boolean {
  if (key.toLowerCase().includes(wanted)) return true;
  if (typeof value !== "object" || value === null) return String(value).toLowerCase().includes(wanted);
  return Object.entries(value).some(([inner, its]) => matches(inner, its, wanted));
}

function Branch({ name, value, path, at }: { name: string; value: unknown; path: string; at: Looking }) {
  const mark = holds(at.changed, path) ? <em class="cw-changed">{words.changed}</em> : null;
  if (typeof value !== "object" || value === null) {
    return (
      <li class="cw-leaf">
        <b>{name}</b> <code>{JSON.stringify(value)}</code> {mark}
      </li>
    );
  }
  const all: [string, unknown][] = Object.entries(value);
  const seen = at.wanted === "" ? all : all.filter(([key, its]) => matches(key, its, at.wanted));
  const open = at.wanted !== "" || (mark !== null && path.split(".").length < 3) || path === "table";
  return (
    <li>
      <details open={open}>
        <summary>
          <b>{name}</b> <span class="cw-soft">{words.items(all.length)}</span> <code>{plain(value)}</code> {mark}
        </summary>
        <ul>
          {seen.map(([key, its]) => (
            <Branch key={key} name={key} value={its} path={`${path}.${key}`} at={at} />
          ))}
        </ul>
      </details>
    </li>
  );
}

export class Inspector extends Component<InspectorProps, { wanted: string; copyResult: string }> {
  override state = { wanted: "", copyResult: "" };

  readonly #copy = (text: string) => {
    // pages without a secure connection have no clipboard
    const { clipboard } = navigator as { clipboard?: Clipboard };
    if (!clipboard) {
      this.setState({ copyResult: texts.notCopied });
      return;
    }
    clipboard.writeText(text).then(
      () => this.setState({ copyResult: texts.copied }),
      () => this.setState({ copyResult: texts.notCopied }),
    );
  };

  override render(props: InspectorProps, { wanted, copyResult }: { wanted: string; copyResult: string }) {
    const { uid, view, dump, before, log, scene, seat, settings, theme, report, look } = props;
    const { title, lenses } = scene;
    const at: Looking = { changed: before ? differences(before, dump) : new Set(), wanted: wanted.trim().toLowerCase() };
    const entries = (Object.entries(dump) as [string, unknown][]).filter(([key, value]) => at.wanted === "" || matches(key, value, at.wanted));
    return (
      <div {...rootAttributes("inspector", words.inspectorOf(title), dump, stateOf(report, dump), settings, theme)}>
        <div class="cw-shell">
          <div class="cw-controls">
            <div class="cw-title" role="heading" aria-level={3}>
              {words.inspectorOf(title)}
            </div>
            <div class="cw-entry">
              <label for={`${uid}-search`}>{words.search}</label>
              <input
                id={`${uid}-search`}
                type="search"
                value={wanted}
                onInput={(event) => this.setState({ wanted: event.currentTarget.value })}
              />
              {copyResult !== "" && <span class="cw-soft">{copyResult}</span>}
              <button type="button" class="cw-button" data-copy="json" onClick={() => this.#copy(JSON.stringify(dump, null, 2))}>
                {words.copy}
              </button>
              <button type="button" class="cw-button" data-copy="python" onClick={() => this.#copy(python(dump))}>
                {words.copyPython}
              </button>
            </div>
            {lenses.length > 1 && (
              <Choose
                label={words.lens}
                value={String(lenses.findIndex((lens) => lens.seat === seat))}
                values={Object.fromEntries(lenses.map(({ words }, number) => [String(number), words]))}
                onChange={(number) => look(lenses[Number(number)]?.seat ?? null)}
              />
            )}
          </div>
          <div class="cw-main">
            <div class="cw-stage">
              <Board
                of={view.layout(dump, boardContext(view, scene.seats, log, { before, memory: settings.memory }))}
                on={picture(view, dump, scene.seats, settings.colours)}
              />
              <MessageField message={statusOf(report, words.picture, null)} />
            </div>
            <div class="cw-side">
              <ul class="cw-tree">
                {entries.map(([key, value]) => (
                  <Branch key={key} name={key} value={value} path={key} at={at} />
                ))}
              </ul>
            </div>
          </div>
          <Live text={copyResult} />
        </div>
      </div>
    );
  }
}
