// Components that repaint only when their props change.
import { Component, type ComponentChildren, type ComponentClass } from "preact";

/** Whether all props are the same as before; the prop `moot` does not count. */
export function sameProps<Props extends object>(before: Props, now: Props, moot?: keyof Props): boolean {
  for (const name in now) if (now[name] !== before[name] && name !== moot) return false;
  for (const name in before) if (!(name in now)) return false;
  return true;
}

/** Makes a component that repaints only when its props change. It renders the part directly: one more component would cost as much again. */
export function memo<Props extends object>(part: (props: Props) => ComponentChildren, moot?: keyof Props): ComponentClass<Props> {
  return class extends Component<Props> {
    override shouldComponentUpdate(next: Props): boolean {
      return !sameProps(this.props, next, moot);
    }

    override render(props: Props) {
      return part(props);
    }
  };
}

/**
 * Returns `now`, with every part that equals its counterpart in `before` replaced by that very object, so that components
 * can tell by identity that it is unchanged. Neither argument is modified.
 */
export function reuseParts<Value>(before: unknown, now: Value): Value {
  if (before === now || !isData(before) || !isData(now) || Array.isArray(before) !== Array.isArray(now)) return now;
  const names = Object.keys(now);
  const parts = names.map((name) => reuseParts(before[name], now[name]));
  const old = parts.map((part, at) => part === before[names[at] ?? ""]);
  if (names.length === Object.keys(before).length && old.every(Boolean)) return before as Value;
  if (Array.isArray(now)) return parts as Value;
  return Object.fromEntries(names.map((name, at) => [name, parts[at]])) as Value;
}

function isData(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
