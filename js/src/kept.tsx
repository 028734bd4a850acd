// Parts of a screen that are written anew only when something that they are given is new.
import { Component, type ComponentChildren, type ComponentClass } from "preact";

/** Whether all that is given is the same as before, but for what is `moot`: by itself it is nothing new. */
export function same<Props extends object>(before: Props, now: Props, moot?: keyof Props): boolean {
  for (const name in now) if (now[name] !== before[name] && name !== moot) return false;
  for (const name in before) if (!(name in now)) return false;
  return true;
}

/** The same part, which is left as it stands while it is given the same; no component of its own, as it would cost as much again. */
export function kept<Props extends object>(part: (props: Props) => ComponentChildren, moot?: keyof Props): ComponentClass<Props> {
  return class extends Component<Props> {
    override shouldComponentUpdate(next: Props): boolean {
      return !same(this.props, next, moot);
    }

    override render(props: Props) {
      return part(props);
    }
  };
}

/**
 * What is now, with each part of it that says the same as before being the very object that it was: who is given such a
 * part sees by that alone that it is not new. Neither of the two is changed.
 */
export function shared<Value>(before: unknown, now: Value): Value {
  if (before === now || !isData(before) || !isData(now) || Array.isArray(before) !== Array.isArray(now)) return now;
  const names = Object.keys(now);
  const parts = names.map((name) => shared(before[name], now[name]));
  const old = parts.map((part, at) => part === before[names[at] ?? ""]);
  if (names.length === Object.keys(before).length && old.every(Boolean)) return before as Value;
  if (Array.isArray(now)) return parts as Value;
  return Object.fromEntries(names.map((name, at) => [name, parts[at]])) as Value;
}

function isData(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
