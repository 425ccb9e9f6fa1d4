import { keepsBounds } from './judge-bounds.ts'
import { isStop } from './token-match.ts'
import type { Token } from './tokens.ts'
import { isSynonym, QUANTITY_CLASSES } from './word-lists.ts'

const CURRENCY: [string, RegExp][] = [
  ['usd', /\$|\bdollars?\b|\busd\b/i],
  ['eur', /€|\beuros?\b|\beur\b/i],
  ['gbp', /£|\bpounds?\b|\bgbp\b/i],
]

/** Things that can be counted, among the words that need no source elsewhere. */
const GENERAL_THINGS = new Set(
  'companies businesses firms organisations organizations teams websites sites pages'.split(' '),
)
const WINDOW = 4

/** Numbers must be there, and count the same thing: "3 shops" is not said by "3 vans and 12 shops". */
function holdsNumbers(sentence: readonly Token[], span: readonly Token[]): boolean {
  return sentence.every((token, at) => {
    if (token.number === null) return true
    const places = span.flatMap((one, index) => (one.number === token.number ? [index] : []))
    if (places.length === 0) return false
    const counted = sentence.slice(at + 1, at + 3).find((one) => one.number === null && !isStop(one))
    if (!counted || isYear(token)) return true
    const isCounted = (one: Token | undefined) =>
      one !== undefined && (one.stem === counted.stem || isSynonym(one.stem, counted.stem))
    // "3 companies" is not said by "3 shops", however general the word.
    if (!span.some(isCounted)) return !GENERAL_THINGS.has(counted.word)
    // A number stands near what it counts; of several, right before it.
    const isAlone = span.filter(({ number }) => number !== null).length < 2
    const from = (place: number) => (isAlone ? Math.max(0, place - WINDOW) : place + 1)
    return places.some((place) => span.slice(from(place), place + 1 + WINDOW).some(isCounted))
  })
}

const holdsQuantities = (sentence: readonly Token[], span: readonly Token[]): boolean =>
  !sentence.some(({ number }) => number !== null) ||
  QUANTITY_CLASSES.every((words) => !nearNumber(sentence, words) || nearNumber(span, words))

/** Whether such a word stands right before a number, or right behind it. */
const nearNumber = (tokens: readonly Token[], words: ReadonlySet<string>): boolean =>
  tokens.some(
    ({ number }, at) =>
      number !== null && tokens.slice(Math.max(0, at - 3), at + 2).some(({ word }) => words.has(word)),
  )

const isYear = ({ number }: Token) => number !== null && /^(?:1[5-9]|20)\d\d$/.test(number)
const ORDINAL = new Set(['first', 'second', 'third', 'fourth', 'fifth', 'last', 'latest'])

/** Of several years in a span, the sentence has the one that stands nearest to its numbers, names and ordinals. */
function keepsYears(sentence: readonly Token[], span: readonly Token[]): boolean {
  const years = span.flatMap((token, at) => (isYear(token) ? [at] : []))
  const wanted = sentence.filter(isYear).map(({ number }) => number)
  if (new Set(years.map((at) => span[at]?.number)).size < 2 || wanted.length === 0) return true
  const marks = sentence.filter(
    (token) =>
      !isYear(token) &&
      (token.number !== null || ORDINAL.has(token.word) || (token.isName && !token.isFirst)),
  )
  return marks.every((mark) => {
    const places = span.flatMap((one, at) =>
      (mark.number === null ? one.word === mark.word : one.number === mark.number) ? [at] : [],
    )
    const [place] = places
    if (place === undefined || places.length > 1) return true
    // Of two that are equally near, the one that follows.
    const nearest = years.toSorted((a, b) => Math.abs(a - place) - Math.abs(b - place) || b - a)[0]
    return nearest === undefined || wanted.includes(span[nearest]?.number ?? null)
  })
}

/** "300 customers, 20 of them in Spain": what follows belongs to the smaller number. */
const PARTITIVE = /\b(?:of (?:them|whom|which|these|those)|including|among them|thereof|davon|dont)\b/i

/** Whether a sentence mixes a whole with what is said of a part of it. */
export function mixesParts(
  sentence: readonly Token[],
  text: string,
  tokensOf: (text: string) => Token[],
): boolean {
  const at = text.search(PARTITIVE)
  if (at < 0) return false
  const [whole, part] = [tokensOf(text.slice(0, at)), tokensOf(text.slice(at))]
  const only = (one: readonly Token[], other: readonly Token[]) =>
    sentence.some(
      (token) =>
        !isStop(token) &&
        one.some(({ stem, number }) => (number ?? stem) === (token.number ?? token.stem)) &&
        !other.some(({ stem, number }) => (number ?? stem) === (token.number ?? token.stem)),
    )
  return only(whole, part) && only(part, whole)
}

/** Whether numbers, years and currencies of a sentence are those of its spans. */
export function holdsFigures(
  sentence: readonly Token[],
  words: readonly Token[],
  said: string,
  text: string,
): boolean {
  return (
    holdsNumbers(sentence, words) &&
    holdsQuantities(sentence, words) &&
    keepsYears(sentence, words) &&
    keepsBounds(sentence, words) &&
    !CURRENCY.some(([, mark]) => mark.test(said) && !mark.test(text))
  )
}
