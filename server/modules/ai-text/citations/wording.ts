/** Ways to say one thing in several words, as the one word that the lists know. */
const SAME_AS: readonly [RegExp, string][] = [
  [/\bchief executive(?: officer)?\b/giu, 'CEO'],
  [/\bchief financial officer\b/giu, 'CFO'],
  [/\bchief (?:technology|technical) officer\b/giu, 'CTO'],
  [/\bchief operating officer\b/giu, 'COO'],
  [/\b(?:head|main) offices?\b/giu, 'headquarters'],
  [/\byet to\b/giu, 'not'],
  [/(?<!\b(?:is|are|was|were|be|been|being|get|gets|got)\s)\bused to\b/giu, 'formerly'],
  // A dash between two numbers makes a range of them.
  [/(?<=\d)\s*[-‐‑‒–—]\s*(?=\d)/gu, ' to '],
]

/** A text in the words that are compared. */
export const plainWording = (text: string): string =>
  SAME_AS.reduce((now, [from, to]) => now.replace(from, to), text.normalize('NFKC'))
