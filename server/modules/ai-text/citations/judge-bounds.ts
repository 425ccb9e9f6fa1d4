import { matches } from './token-match.ts'
import type { Token } from './tokens.ts'
import { isSynonym } from './word-lists.ts'

const UPPER = new Set('under below maximum max maximal höchstens'.split(' '))
const BESIDE_YEAR = new Set('before after until till by vor nach bis avant après'.split(' '))
const TO = new Set(['to', 'bis', 'à'])
const EACH = new Set(['a', 'an', 'per', 'each', 'every', 'pro', 'par'])
/** What a rate is of, where only "a" or "an" stands before it. */
const TIMES = new Set('second minute hour day night week weekend month quarter year season'.split(' '))
const MONEY = new Set('pound pounds euro euros dollar dollars eur usd gbp franc francs'.split(' '))
/** Words between a number and what it is for or in which time. */
const REACH = 3

const isYear = (number: string | null | undefined) => /^(?:1[5-9]|20)\d\d$/.test(number ?? '')

/** Whether a number is the most that something can be. */
function isUpper(tokens: readonly Token[], at: number): boolean {
  const [before, ahead] = [tokens[at - 1]?.word ?? '', tokens[at - 2]?.word ?? '']
  if (UPPER.has(before)) return true
  return (
    `${ahead} ${before}` === 'up to' || /^(?:less|fewer) than$|^at most$|^bis zu$/.test(`${ahead} ${before}`)
  )
}

/** "In 1971 to 300,000" is no range. */
const ofOneKind = (one: string | null, other: string | null) => (isYear(one) === isYear(other) ? other : null)

/** The other end of a range, or null. */
function otherEnd(tokens: readonly Token[], at: number): string | null {
  const word = (place: number) => tokens[place]?.word ?? ''
  const number = (place: number) => tokens[place]?.number ?? null
  const isStart = word(at - 1) === 'between' || TO.has(word(at + 1))
  if (isStart && number(at + 2) !== null && (TO.has(word(at + 1)) || word(at + 1) === 'and'))
    return ofOneKind(number(at), number(at + 2))
  const isEnd = TO.has(word(at - 1)) || (word(at - 1) === 'and' && word(at - 3) === 'between')
  return isEnd ? ofOneKind(number(at), number(at - 2)) : null
}

/** What a number is counted by: the day of "4 tonnes a day". */
function rateOf(tokens: readonly Token[], at: number): Token | null {
  for (let place = at + 1; place <= at + REACH; place += 1) {
    const [here, next] = [tokens[place], tokens[place + 1]]
    if (!here || !next || here.isFirst) return null
    const isTime = TIMES.has(next.word)
    if (EACH.has(here.word) && (isTime || here.word === 'per' || here.word === 'pro')) return next
  }
  return null
}

/** Whether an amount of money has a purpose behind it. */
function isEarmarked(tokens: readonly Token[], at: number): boolean {
  const behind = tokens.slice(at + 1, at + REACH).findIndex(({ word }) => word === 'for')
  if (behind < 0) return false
  return behind === 0 || tokens.slice(at + 1, at + 1 + behind).every(({ word }) => MONEY.has(word))
}

const AND = new Set(['and', 'or', 'und', 'oder', 'et', 'ou', 'y'])
const ENDS = new Set('in at of for with from to on by near within across'.split(' '))
/** Words that may stand between a number and the "and" of what it counts. */
const COUNTED = 4

/** What else a number counts: the teachers of "400 pupils and teachers". */
function countedToo(tokens: readonly Token[], at: number): Token[] {
  const and = tokens.findIndex(({ word }, place) => place > at + 1 && place <= at + COUNTED && AND.has(word))
  const [before, other, next] = [tokens[and - 1], tokens[and + 1], tokens[and + 2]]
  if (and < 0 || !before || !other || tokens.slice(at + 1, and).some(({ number }) => number !== null))
    return []
  const isList = other.number === null && (!next || next.isFirst || ENDS.has(next.word))
  const areMany = /s$/.test(other.word) && /s$/.test(tokens[at + 1]?.word ?? '')
  return isList && (areMany || tokens[at + 2]?.word === 'of') ? [before, other] : []
}

/** Whether the sentence keeps what one place of its source says around a number. */
function keepsPlace(sentence: readonly Token[], at: number, span: readonly Token[], place: number): boolean {
  if (isUpper(span, place) && !isUpper(sentence, at)) return false
  const end = otherEnd(span, place)
  if (end !== null && !sentence.some(({ number }) => number === end)) return false
  const together = countedToo(span, place)
  if (together.length > 0 && !together.every((one) => sentence.some((said) => matches(said, one))))
    return false
  const before = span[place - 1]?.word ?? ''
  if (isYear(span[place]?.number) && BESIDE_YEAR.has(before) && sentence[at - 1]?.word !== before)
    return false
  const rate = rateOf(span, place)
  if (rate && !sentence.some(({ stem }) => stem === rate.stem || isSynonym(stem, rate.stem))) return false
  return !isEarmarked(span, place) || sentence.some(({ word }) => word === 'for')
}

/** "Up to", ranges, "before" a year, rates and purposes belong to their numbers: a sentence may not leave them out. */
export const keepsBounds = (sentence: readonly Token[], span: readonly Token[]): boolean =>
  sentence.every((token, at) => {
    if (token.number === null) return true
    const places = span.flatMap((one, place) => (one.number === token.number ? [place] : []))
    return places.length === 0 || places.some((place) => keepsPlace(sentence, at, span, place))
  })
