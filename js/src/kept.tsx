// Parts of a screen that are written anew only when something that they are given is new.
import { Component, type ComponentChildren, type ComponentClass } from "preact";

/** Whether all that is given is the same as before. */
function same<Props extends object>(before: Props, now: Props): boolean {
  return Object.entries(now).every(([name, value]) => value === before[name as keyof Props]);
}

/** The same part, which is left as it stands while it is given the same. */
export function kept<Props extends object>(Part: (props: Props) => ComponentChildren): ComponentClass<Props> {
  return class extends Component<Props> {
    override shouldComponentUpdate(next: Props): boolean {
      return !same(this.props, next);
    }

    override render(props: Props) {
      return <Part {...props} />;
    }
  };
}
