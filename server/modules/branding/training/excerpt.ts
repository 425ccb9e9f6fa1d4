const BEFORE = 60
const LENGTH = 200

/** The text around the first matching word, cut at spaces. */
export function makeExcerpt(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase()
  const places = words.map((word) => lower.indexOf(word.toLowerCase())).filter((place) => place >= 0)
  const at = places.length > 0 ? Math.min(...places) : 0
  const from = at < BEFORE ? 0 : text.indexOf(' ', at - BEFORE) + 1
  const end = from + LENGTH < text.length ? text.lastIndexOf(' ', from + LENGTH) : text.length
  const until = end > from ? end : from + LENGTH
  return `${from > 0 ? '… ' : ''}${text.slice(from, until)}${until < text.length ? ' …' : ''}`
}
