// A workaround for marimo.
import type { Model } from "./model";

/**
 * Sends the ply that is shown to the kernel. marimo runs the cells that use a widget only when its page sends a trait; the
 * kernel ignores the value.
 */
export function sendPlyToMarimo(model: Model, el: Element, ply: number, save: () => void): void {
  const { host } = el.getRootNode() as Partial<ShadowRoot>;
  if (!host?.localName.startsWith("marimo-")) return;
  model.set({ ply });
  save();
}
