/** Characters of a passage: one or several paragraphs, readable on their own. */
const PASSAGE_CHARS = 1000
/** Minimum length of a passage, unless a heading follows. */
const MIN_CHARS = 300
const SENTENCE_END = /(?<=[.!?…])\s+/
/** Maximum passages of a text; with `PASSAGE_CHARS` these are five million characters. */
const MAX_PASSAGES = 5000

/** Splits a long paragraph after a sentence, else after a word, else anywhere. */
function pieces(paragraph: string): string[] {
  if (paragraph.length <= PASSAGE_CHARS) return [paragraph]
  const done: string[] = []
  let current = ''
  const close = () => {
    if (current) done.push(current)
    current = ''
  }
  const add = (part: string) => {
    if (current && current.length + part.length + 1 > PASSAGE_CHARS) close()
    current = current ? `${current} ${part}` : part
  }
  for (const sentence of paragraph.split(SENTENCE_END)) {
    if (sentence.length <= PASSAGE_CHARS) add(sentence)
    else
      for (const word of sentence.split(/\s+/))
        for (let start = 0; start < word.length; start += PASSAGE_CHARS)
          add(word.slice(start, start + PASSAGE_CHARS))
  }
  close()
  return done
}

/** Splits plain text into passages of about 1,000 characters, along its paragraphs, in order and without losing words. */
export function splitPassages(text: string): string[] {
  const passages: string[] = []
  let current = ''
  for (const paragraph of text.split(/\n{2,}/).filter((part) => part.trim())) {
    for (const piece of pieces(paragraph.trim())) {
      const isFull = current.length + piece.length + 2 > PASSAGE_CHARS && current.length >= MIN_CHARS
      if (current && (isFull || current.length + piece.length + 2 > PASSAGE_CHARS + MIN_CHARS)) {
        passages.push(current)
        current = ''
      }
      current = current ? `${current}\n\n${piece}` : piece
    }
  }
  if (current) passages.push(current)
  return passages.slice(0, MAX_PASSAGES)
}
