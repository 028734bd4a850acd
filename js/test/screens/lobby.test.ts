// A code in the address of the page is found, also where JupyterLab has taken it out of the address by then.
import { afterEach, expect, test, vi } from "vitest";
import { codeOfPage } from "../../src/screens/lobby/lobby";

const CODE = "OPEN-KO1-Y2G0W8-0QP";

function opened(first: string, now: string) {
  vi.stubGlobal("performance", { getEntriesByType: () => [{ name: first }] });
  vi.stubGlobal("location", { href: now });
}
afterEach(() => vi.unstubAllGlobals());

test.each([
  ["the address", "https://x.org/lab", `https://x.org/lab?path=start.ipynb&code=${CODE}`, CODE],
  ["the address that was opened", `https://x.org/lab/tree/start.ipynb?code=${CODE}&token=0`, "https://x.org/lab/tree/start.ipynb", CODE],
  ["no address", "https://x.org/lab", "about:blank", ""],
  ["an address with something else", "", "https://x.org/lab?code=<script>", ""],
])("a code is taken from %s", (_, first, now, code) => {
  opened(first, now);
  expect(codeOfPage()).toBe(code);
});
