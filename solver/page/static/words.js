// The page's words: texts with gaps to fill, cards in letters and in speech.

/** Makes the words of a page from the tables `texts`, `ranks`, `suits`, `signs` and `alphabets` of its data. */
export function createWords(data) {
  let alphabet = data.alphabets[data.letters];

  /** A text by name, its gaps filled: `text("at-move", {number: 3, total: 9})`. */
  function text(name, gaps = {}) {
    return data.texts[name].replace(/\{([\w-]+)\}/g, (gap, key) => String(gaps[key] ?? gap));
  }

  /** A card as it is spoken. */
  function spoken(card) {
    return text("card", { rank: data.ranks[card[0]], suit: data.suits[card[1]] });
  }

  /** What a face says for a rank, in the letters chosen. */
  function rank(letter) {
    return alphabet[letter];
  }

  /** A line of a log in pieces: plain words, and cards as {rank, sign, red}. */
  function pieces(line) {
    return line.split(" ").map((word) => {
      const isCard = word.length === 2 && word[0] in data.ranks && word[1] in data.suits;
      if (!isCard) return word;
      return { rank: rank(word[0]), sign: data.signs[word[1]], red: word[1] === "H" || word[1] === "D" };
    });
  }

  /** A card as a word that is read in the letters of a name. */
  function written(card, name) {
    return data.alphabets[name][card[0]] + card[1];
  }

  /** Chooses the letters of the faces by the alphabet's name. */
  function choose(name) {
    alphabet = data.alphabets[name];
  }

  return { text, spoken, rank, pieces, written, choose };
}
