// The styles of the screens that are not a table, which come with the second script.

/**
 * Puts styles where `el` is, before the first paint that needs them, after the sheet of the first script. Where each widget
 * `brings` the front end, another such sheet may have come after them meanwhile, and they move behind it; so a table, which has
 * no styles to add, calls this, too.
 */
export function placeStyles(el: HTMLElement, brings: boolean, styles?: string): void {
  const root = el.getRootNode();
  const place = root instanceof ShadowRoot ? root : el.ownerDocument.head;
  const sheets = [...place.querySelectorAll<HTMLStyleElement>("style[data-cw-screens]")];
  if (styles !== undefined && !sheets.some(({ textContent }) => textContent === styles)) {
    const sheet = el.ownerDocument.createElement("style");
    sheet.dataset.cwScreens = "";
    sheet.textContent = styles;
    place.append(sheet);
  } else if (brings) {
    for (const sheet of sheets) if (sheet.nextElementSibling) place.append(sheet);
  }
}
