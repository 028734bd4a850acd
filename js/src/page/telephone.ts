// The width below which a page is laid out for a telephone.

/** In a window narrower than this (px) a table, a replay and their words take the layout of a telephone (telephone.css). */
export const PHONE = 480;

/** What the layout of a board needs to know of the window: whether it is that of a telephone, and of a low one. */
export function windowNow(): { narrow: boolean; low: boolean } {
  const narrow = innerWidth < PHONE;
  return { narrow, low: narrow && innerHeight < 800 };
}
