// What one host wants and no other.

/** So much of a model as passes a ply on. */
interface Model {
  set: (name: "ply", ply: number) => void;
}

/**
 * Says back to marimo which ply is shown: there the cells that use a widget run when its page sends a trait, and only
 * then. The kernel takes nothing from it.
 */
export function tellPly(model: Model, el: Element, ply: number, save: () => void): void {
  const { host } = el.getRootNode() as Partial<ShadowRoot>;
  if (!host?.localName.startsWith("marimo-")) return;
  model.set("ply", ply);
  save();
}
