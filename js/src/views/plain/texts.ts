// What a table says whose game has no words for it.
export const texts = {
  begin: "Pick a card or a button, or choose a move from the list.",
  more: "Now pick the next part of the move.",
};
