// The width below which a page is laid out for a telephone.

/** In a window narrower than this (px) a table, a replay and their words take the layout of a telephone (telephone.css). */
export const PHONE = 480;
