// What a table says whose game has no words for it.
export const texts = {
  begin: "Pick a card or a word of a move, or a move of the list.",
  more: "Now pick what else the move names.",
};
