// Components that repaint only when their props change.
import { Component, type ComponentChildren, type ComponentClass } from "preact";

/** Whether all props are the same as before, except for the prop `moot`. */
export function sameProps<Props extends object>(before: Props, now: Props, moot?: keyof Props): boolean {
  for (const name in now) if (now[name] !== before[name] && name !== moot) return false;
  for (const name in before) if (!(name in now)) return false;
  return true;
}

/** Makes a component that repaints only when its props change. It calls the part as a function, because a second component would double the cost. */
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
 * Returns `now`, but reuses the objects of `before` for all parts that are equal. So components see by identity that a part
 * is unchanged. Neither argument is modified.
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
