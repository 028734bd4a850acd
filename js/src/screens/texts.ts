// The words of inspector and plot, and what they share with the replay; only the second script has them.
import { plural } from "../texts";

export const words = {
  plotOf: (title: string) => `Points: ${title}`,
  lens: "Seen",
  inspectorOf: (title: string) => `Inspector: ${title}`,
  picture: "The kernel does not answer: this is the last position that was shown.",
  search: "Search",
  copy: "Copy as JSON",
  copyPython: "Copy as Python",
  changed: "changed",
  items: (n: number) => plural(n, "entry", "entries"),
};
