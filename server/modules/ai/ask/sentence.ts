import { SMALL_WORDS } from './words.ts'

/** Placeholder for understood words; no match crosses it. */
const TAKEN = ' | '

export type Groups = Record<string, string | undefined>
type Reader<T> = (words: string) => T | null

const makeExpression = (pattern: string) => new RegExp(`(?<![\\p{L}\\d])(?:${pattern})(?![\\p{L}\\d])`, 'giu')
const trimWords = (words: string): string => words.replace(/^[\s"'„“”(]+|[\s"'“”).,;:!?]+$/gu, '')

/** A sentence from which phrases are taken one by one. The rest was not understood. */
export class Sentence {
  #text: string
  readonly #left: string[] = []

  constructor(text: string) {
    this.#text = ` ${text.replaceAll('|', ' ').replaceAll(/\s+/g, ' ').trim()} `
  }

  #cut(start: number, end: number, instead = TAKEN): void {
    this.#text = `${this.#text.slice(0, start)}${instead}${this.#text.slice(end)}`
  }

  /** Takes the first match of a pattern and returns its named groups. `instead` replaces it. */
  take(pattern: string, instead?: string | ((groups: Groups) => string)): Groups | null {
    const match = makeExpression(pattern).exec(this.#text)
    if (!match) return null
    const groups: Groups = match.groups ?? {}
    this.#cut(
      match.index,
      match.index + match[0].length,
      typeof instead === 'function' ? instead(groups) : instead,
    )
    return groups
  }

  /** Takes the longest run of up to `max` words that `read` knows, together with what is `before` it. */
  takeWords<T>(max: number, read: Reader<T>, before?: string): T | null {
    const starts = before
      ? [...this.#text.matchAll(makeExpression(before))].map(
          (match) => [match.index, match[0].length] as const,
        )
      : [...this.#text.matchAll(/(?<=\s)(?=[^\s|])/g)].map(({ index }) => [index, 0] as const)
    const runs = starts.map(([index, length]) => {
      const from = index + length
      const stop = this.#text.indexOf('|', from)
      const words = [...this.#text.slice(from, stop < 0 ? undefined : stop).matchAll(/\S+/g)].slice(0, max)
      return { index, from, ends: words.map((word) => from + word.index + word[0].length) }
    })
    for (let size = max; size > 0; size--)
      for (const { index, from, ends } of runs) {
        const end = ends[size - 1]
        const found = end === undefined ? null : read(trimWords(this.#text.slice(from, end)))
        if (end === undefined || found === null) continue
        this.#cut(index, end)
        return found
      }
    return null
  }

  /** Sets words aside as not understood, so that nothing else reads them. */
  leave(words: string): void {
    this.#left.push(words)
  }

  /** Remaining words, as written. */
  rest(): string[] {
    return [this.#text, ...this.#left]
      .join(TAKEN)
      .split(/[\s|⌖]+/)
      .map(trimWords)
      .filter((word) => /[\p{L}\d]/u.test(word) && !SMALL_WORDS.has(word.toLowerCase()))
  }
}
