import { isStop, matches } from './token-match.ts'
import { type Token, tokensOf } from './tokens.ts'

const NO_SUPERLATIVE =
  /^(?:interest|forest|harvest|request|honest|modest|invest|guest|protest|contest|digest|manifest|suggest|arrest|earnest|tempest|conquest|priest|chest|west|northwest|southwest|midwest|rest|test|quest|nest|latest)$/
/** Words of a rank that others may share. */
const SHARED = new Set('first leading top oldest only'.split(' '))
const isSuperlative = ({ word, number }: Token) =>
  number === null &&
  (word === 'best' || word === 'most' || (/.{2}est$/.test(word) && !NO_SUPERLATIVE.test(word)))

/** Where what a superlative is said of ends. */
const END = /[,;:.!?()\n]|\s(?:and|or|but|which|that|who|with|while|since|where)\s/iu

/** A comparison with somebody, not with a number: the place of its "than". */
const thanOf = (tokens: readonly Token[]) =>
  tokens.findIndex(({ word }, at) => word === 'than' && (tokens[at + 1]?.number ?? null) === null)

/** The word that compares: "larger" of "larger than", "modern" of "more modern than". */
const compared = (tokens: readonly Token[]) => tokens[thanOf(tokens) - 1]

/** "Larger than" is said by "larger than" only, and makes nothing large. */
function keepsComparison(sentence: readonly Token[], span: readonly Token[]): boolean {
  const [said, there] = [thanOf(sentence), thanOf(span)]
  if (said >= 0) return there >= 0
  const word = there >= 0 ? compared(span) : undefined
  return !word || isStop(word) || !sentence.some((token) => matches(token, word))
}

const ONE_OF = /\b(?:one of|among)(?:\s+\S+){1,2}\s*$/iu

/** Whether a sentence that its source says of one among several says so too. */
function keepsCompany(sentence: readonly Token[], at: number, text: string): boolean {
  const word = sentence[at]?.word ?? ''
  const found = new RegExp(`(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`, 'iu').exec(text)
  if (!found || !ONE_OF.test(text.slice(0, found.index))) return true
  const ahead = sentence.slice(Math.max(0, at - 4), at).map((one) => one.word)
  return ahead.includes('among') || (ahead.includes('one') && ahead.includes('of'))
}

const ONLY = new Set(['only', 'solely', 'exclusively', 'nur', 'seulement'])

/** What holds only for something is said with it: the words behind "only", or before it at the end. */
function keepsOnly(sentence: readonly Token[], span: readonly Token[]): boolean {
  if (sentence.some(({ word }) => ONLY.has(word))) return true
  return span.every((token, at) => {
    if (!ONLY.has(token.word) || span[at - 1]?.word === 'not') return true
    const behind = span.slice(at + 1, at + 4).filter((one) => !isStop(one))
    const near =
      behind.length > 0 ? behind : span.slice(Math.max(0, at - 2), at).filter((one) => !isStop(one))
    return near.every((one) => sentence.some((said) => matches(said, one)))
  })
}

/** Whether the sentence has everything that makes a superlative smaller: its rank, its company, what it is said of. */
function keepsRank(sentence: readonly Token[], at: number, text: string): boolean {
  const wanted = sentence[at] as Token
  const found = new RegExp(`(?<![\\p{L}\\p{N}])${wanted.word}(?![\\p{L}\\p{N}])`, 'iu').exec(text)
  if (!found) return true
  const [before, behind] = [text.slice(0, found.index), text.slice(found.index + wanted.word.length)]
  const rank = tokensOf(before).at(-1)
  if (
    rank &&
    !isStop(rank) &&
    /\s$/.test(before) &&
    !sentence.slice(0, at).some((token) => matches(token, rank))
  )
    return !RANKS.has(rank.word)
  return tokensOf(behind.split(END)[0] ?? '')
    .filter((token) => !isStop(token))
    .every((token) => sentence.some((one) => matches(one, token) || one.word === token.word))
}

const RANKS = new Set(
  'second third fourth fifth sixth seventh eighth ninth tenth 2nd 3rd 4th 5th zweit dritt'.split(' '),
)

/** Whether comparisons and superlatives of a sentence are those of its source. */
export const keepsDegree = (sentence: readonly Token[], span: readonly Token[], text: string): boolean =>
  keepsComparison(sentence, span) &&
  keepsOnly(sentence, span) &&
  sentence.every((token, at) => {
    const isRank = isSuperlative(token)
    if ((isRank || SHARED.has(token.word)) && !keepsCompany(sentence, at, text)) return false
    return !isRank || keepsRank(sentence, at, text)
  })
