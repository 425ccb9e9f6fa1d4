import { SMALL_WORDS } from './phrases.ts'

/** Placeholder for understood words; no match crosses it. */
const TAKEN = ' | '

/** A sentence from which phrases are taken one by one. The rest was not understood. */
export interface Sentence {
  /** Takes the first match of a pattern and returns its groups. `instead` replaces it. */
  take(
    pattern: string,
    instead?: string | ((groups: (string | undefined)[]) => string),
  ): (string | undefined)[] | null
  /** Takes the longest run of up to `max` words for which `read` returns something. */
  takeWords<T>(max: number, read: (words: string) => T | null): T | null
  /** Takes such words right after a pattern, together with the pattern. */
  takeAfter<T>(pattern: string, max: number, read: (words: string) => T | null): T | null
  has(pattern: string): boolean
  /** Sets words aside as not understood, so that nothing else reads them. */
  leave(words: string): void
  /** The same for every match of a pattern. */
  leaveAll(pattern: string): void
  /** Remaining words, as written. */
  rest(): string[]
}

const expression = (pattern: string) => new RegExp(`(?<![\\p{L}\\d])(?:${pattern})(?![\\p{L}\\d])`, 'iu')
const trimmed = (words: string): string => words.replace(/^[\s"'„“”(]+|[\s"'“”).,;:!?]+$/gu, '')

export function createSentence(input: string): Sentence {
  let text = ` ${input.replaceAll('|', ' ').replaceAll(/\s+/g, ' ').trim()} `

  const left: string[] = []

  const cut = (start: number, end: number, instead = TAKEN) => {
    text = `${text.slice(0, start)}${instead}${text.slice(end)}`
  }

  /** Boundaries of words from `start` on, up to the next taken phrase. */
  const wordsFrom = (start: number): { start: number; end: number }[] => {
    const stop = text.indexOf('|', start)
    const part = text.slice(start, stop < 0 ? undefined : stop)
    return [...part.matchAll(/\S+/g)].map(({ index, 0: word }) => ({
      start: start + index,
      end: start + index + word.length,
    }))
  }

  function longestAt<T>(start: number, max: number, read: (words: string) => T | null) {
    const words = wordsFrom(start).slice(0, max)
    for (let count = words.length; count > 0; count--) {
      const end = words[count - 1]!.end
      const found = read(trimmed(text.slice(words[0]!.start, end)))
      if (found !== null) return { found, start: words[0]!.start, end }
    }
    return null
  }

  return {
    take(pattern, instead) {
      const match = expression(pattern).exec(text)
      if (!match) return null
      const groups = match.slice(1)
      cut(
        match.index,
        match.index + match[0].length,
        typeof instead === 'function' ? instead(groups) : instead,
      )
      return groups
    },
    takeWords(max, read) {
      for (let size = max; size > 0; size--)
        for (const { start } of [...text.matchAll(/(?:\||^)([^|]*)/g)].flatMap(({ index, 0: part }) =>
          wordsFrom(index + (part.startsWith('|') ? 1 : 0)),
        )) {
          const words = wordsFrom(start).slice(0, size)
          if (words.length < size) continue
          const end = words[size - 1]!.end
          const found = read(trimmed(text.slice(start, end)))
          if (found === null) continue
          cut(start, end)
          return found
        }
      return null
    },
    takeAfter(pattern, max, read) {
      const all = new RegExp(expression(pattern).source, 'giu')
      for (const match of text.matchAll(all)) {
        const hit = longestAt(match.index + match[0].length, max, read)
        if (!hit) continue
        cut(match.index, hit.end)
        return hit.found
      }
      return null
    },
    has: (pattern) => expression(pattern).test(text),
    leave: (words) => left.push(words),
    leaveAll(pattern) {
      for (let match = expression(pattern).exec(text); match; match = expression(pattern).exec(text)) {
        left.push(match[0])
        cut(match.index, match.index + match[0].length)
      }
    },
    rest: () =>
      [text, ...left]
        .join(TAKEN)
        .split(/[\s|⌖]+/)
        .map(trimmed)
        .filter((word) => /[\p{L}\d]/u.test(word) && !SMALL_WORDS.has(word.toLowerCase())),
  }
}
