// The log of a table. The kernel sends it in pages, and only pages that have changed. Pure.
import type { LogEntry, LogLength } from "./messages";

/** Joins the pages of a log; returns the same list until a page changes. */
export class Pages {
  #count = 0;
  #pages: LogEntry[][] = [];
  #whole: LogEntry[] = [];

  /** The whole log; `page` returns a page by its number. */
  read(logged: LogLength | null, page: (number: number) => LogEntry[] | null): LogEntry[] {
    const count = logged?.count ?? 0;
    const pages: LogEntry[][] = [];
    for (let got = 0; got < count; ) {
      const next = page(pages.length);
      // a page has not arrived yet
      if (!next?.length) break;
      pages.push(next);
      got += next.length;
    }
    const same = count === this.#count && pages.length === this.#pages.length && pages.every((one, at) => one === this.#pages[at]);
    if (!same) {
      this.#count = count;
      this.#pages = pages;
      this.#whole = pages.flat().slice(0, count);
    }
    return this.#whole;
  }
}
