import type { CitableSource } from '#server/providers/models/index.ts'
import { findSpan } from './find-span.ts'
import { type Token, tokensOf } from './tokens.ts'
import {
  CALENDAR,
  FIRST_PERSON,
  FORMER,
  GENERIC,
  INTENTIONS,
  isSamePlace,
  isSynonym,
  MODALS,
  NEGATIONS,
  OTHER_SUBJECTS,
  oppositesOf,
  PAST,
  PREPOSITIONS,
  QUANTITY_CLASSES,
  SECOND_PERSON,
  STOP_WORDS,
} from './word-lists.ts'

/** A sentence as the model wrote it, with what it says it stands on. */
export interface CitedSentence {
  text: string
  citations: readonly { source: string; quote: string }[]
}

/** Why a sentence was dropped. */
export type DropReason =
  | 'no_source'
  | 'unknown_source'
  | 'not_in_source'
  | 'number'
  | 'negation'
  | 'name'
  | 'opposite'
  | 'plan'
  | 'past'
  | 'subject'
  | 'words'

export type SentenceVerdict = { ok: true; isFactual: boolean } | { ok: false; reason: DropReason }

/** Whose facts they are: names of the lead or its company, and of the sender. */
export interface Owners {
  lead: readonly string[]
  business: readonly string[]
  /** Further words of courtesy that a kind of text needs. */
  courtesy?: ReadonlySet<string>
}

interface Span {
  source: CitableSource
  /** The clauses that hold the quote, and their words. */
  text: string
  tokens: Token[]
}

const isStop = ({ word }: Token) => STOP_WORDS.has(word)
const isCue = ({ word }: Token) => NEGATIONS.has(word) || MODALS.has(word) || FORMER.has(word)
const has = (tokens: readonly Token[], words: ReadonlySet<string>) =>
  tokens.some(({ word }) => words.has(word))

/** Words that claim something: no stop words, no numbers, no cues that are judged by themselves. */
const contentOf = (tokens: readonly Token[]) =>
  tokens.filter(
    (token, at) => token.number === null && !isStop(token) && !isCue(token) && !isQuantity(tokens, at),
  )

/** "More" and "least" before a number are judged with it. */
const isQuantity = (tokens: readonly Token[], at: number): boolean =>
  QUANTITY_CLASSES.some((words) => words.has(tokens[at]?.word ?? '')) &&
  tokens.slice(Math.max(0, at - 1), at + 3).some(({ number }) => number !== null)

const wordsOf = (names: readonly string[]) =>
  new Set(names.flatMap((name) => tokensOf(name).map(({ word }) => word)))

const CURRENCY: [string, RegExp][] = [
  ['usd', /\$|\bdollars?\b|\busd\b/i],
  ['eur', /€|\beuros?\b|\beur\b/i],
  ['gbp', /£|\bpounds?\b|\bgbp\b/i],
]

const WINDOW = 4

/** Numbers must be there, and count the same thing: "3 shops" is not said by "3 vans and 12 shops". */
function holdsNumbers(sentence: readonly Token[], span: readonly Token[]): boolean {
  return sentence.every((token, at) => {
    if (token.number === null) return true
    const places = span.flatMap((one, index) => (one.number === token.number ? [index] : []))
    if (places.length === 0) return false
    const counted = sentence.slice(at + 1, at + 3).find((one) => one.number === null && !isStop(one))
    if (!counted) return true
    const isCounted = (one: Token | undefined) =>
      one !== undefined && (one.stem === counted.stem || isSynonym(one.stem, counted.stem))
    if (!span.some(isCounted)) return true
    // Where several things are counted, the number stands next to its own.
    if (span.filter(({ number }) => number !== null).length < 2) return true
    return places.some((place) => span.slice(place + 1, place + 1 + WINDOW).some(isCounted))
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

/** "Not only" is no negation, and "with or without" is none either. */
const withoutNotOnly = (text: string) => text.replace(/\bnot (?:only|just)\b|\bwith or without\b/gi, ' ')

const isNegated = (text: string) => has(tokensOf(withoutNotOnly(text)), NEGATIONS)

const countNegations = (text: string) =>
  tokensOf(withoutNotOnly(text)).filter(({ word }) => NEGATIONS.has(word)).length

/** Negation must be the same, and as often: two of them may cancel each other out. */
const holdsNegation = (sentence: string, span: string): boolean =>
  isNegated(sentence) === isNegated(span) && countNegations(span) <= Math.max(1, countNegations(sentence))

/** A word with a capital that is nobody's but a name's, or that nobody knows as a word. */
const isForeignName = (token: Token, known: ReadonlySet<string>): boolean =>
  token.isName &&
  !isStop(token) &&
  !CALENDAR.has(token.word) &&
  !(token.isFirst && (GENERIC.has(token.stem) || OTHER_SUBJECTS.has(token.word) || known.has(token.word)))

const isPassive = (text: string) =>
  /\b(?:was|were|is|are|been|being|got|gets)\s+\w+(?:ed|en|ught|ld|de|n)\s+by\b/i.test(text)

/** The names that sentence and span share, in the order in which each has them, must tell the same story. */
function keepsOrder(sentence: Span['tokens'], span: Span): boolean {
  const names = (tokens: readonly Token[]) => tokens.filter(({ isName }) => isName).map(({ word }) => word)
  const inSpan = names(span.tokens)
  const shared = [...new Set(names(sentence))].filter(
    (word) => inSpan.includes(word) && !STOP_WORDS.has(word),
  )
  if (shared.length < 2) return true
  const there = shared.toSorted((a, b) => inSpan.indexOf(a) - inSpan.indexOf(b))
  const isSame = shared.every((word, at) => word === there[at])
  const text = sentence.map(({ raw }) => raw).join(' ')
  return isSame === (isPassive(text) === isPassive(span.text))
}

/** Words of a source that it also writes small: they are no names. */
const smallWords = (text: string) =>
  new Set(
    tokensOf(text)
      .filter(({ isName }) => !isName)
      .map(({ word }) => word),
  )

/** The word before a name and what belongs to it: "in" of "in the Old Town Hall". */
function wordBefore(tokens: readonly Token[], at: number): string {
  let place = at - 1
  while (place >= 0 && (tokens[place]?.isName || ARTICLES.has(tokens[place]?.word ?? ''))) {
    if (tokens[place]?.isFirst) break
    place -= 1
  }
  return tokens[place]?.word ?? ''
}

/** Verbs after which "to" leads to the one that something went to. */
const ARTICLES = new Set(['the', 'a', 'an', 'our', 'its', 'their'])
const GIVEN = new Set([
  'went',
  'goes',
  'belongs',
  'belonged',
  'awarded',
  'sold',
  'given',
  'transferred',
  'passed',
])

/**
 * Whether the span speaks of the owner of its source: no other name stands before the words that the sentence repeats,
 * and nobody else is named as the one who did it or got it.
 */
function speaksOfOwner(span: Span, content: readonly Token[], owner: ReadonlySet<string>): boolean {
  const { source, tokens } = span
  if (source.kind === 'field') return true
  const first = tokens.findIndex((token) => content.some((one) => matches(one, token)))
  const known = smallWords(source.text)
  return !tokens.some((token, at) => {
    if (!isForeignName(token, known) || owner.has(token.word)) return false
    if (content.some((one) => matches(one, token))) return false
    const before = wordBefore(tokens, at)
    if (before === 'by' || (before === 'to' && GIVEN.has(tokens[at - 2]?.word ?? ''))) return true
    return (first < 0 || at < first) && !PREPOSITIONS.has(before)
  })
}

const isSameName = (one: string, other: string): boolean =>
  one === other || `${one}s` === other || one === `${other}s` || isSamePlace(one, other)

const matches = (wanted: Token, there: Token): boolean =>
  wanted.isName && !wanted.isFirst
    ? isSameName(wanted.word, there.word)
    : wanted.stem === there.stem || isSynonym(wanted.stem, there.stem) || isSamePlace(wanted.word, there.word)

/** A customer, a partner or a founder in the source must not become the business itself. */
function keepsSubject(content: readonly Token[], span: Span): boolean {
  const first = span.tokens.findIndex((token) => content.some((one) => matches(one, token)))
  const before = first < 0 ? span.tokens : span.tokens.slice(0, first)
  return before
    .filter(({ word }) => OTHER_SUBJECTS.has(word))
    .every((other) => content.some((one) => matches(one, other)))
}

/** What the sentence claims and no span holds. */
function missing(
  content: readonly Token[],
  spans: readonly Span[],
  allowed: (token: Token) => boolean,
): Token[] {
  const there = spans.flatMap(({ tokens }) => tokens)
  return content.filter((token) => !there.some((one) => matches(token, one)) && !allowed(token))
}

/** Words of a greeting or an ending, harmless only where nothing else is said. */
const GREETING = new Set(['well', 'regards', 'forward', 'hearing', 'morning', 'day'])

/** A sentence without a source: nothing in it may be a claim. */
function judgeUncited(tokens: readonly Token[], owners: Owners): SentenceVerdict {
  const names = new Set([...wordsOf(owners.lead), ...wordsOf(owners.business)])
  const isCourtesy = ({ stem, word }: Token) =>
    GENERIC.has(stem) || GREETING.has(word) || names.has(word) || owners.courtesy?.has(stem) === true
  const isHarmless = tokens.every(
    (token) => token.number === null && (isStop(token) || MODALS.has(token.word) || isCourtesy(token)),
  )
  return isHarmless ? { ok: true, isFactual: false } : { ok: false, reason: 'no_source' }
}

const drop = (reason: DropReason): SentenceVerdict => ({ ok: false, reason })

function spansOf(sentence: CitedSentence, sources: readonly CitableSource[]): Span[] | DropReason {
  const spans: Span[] = []
  for (const { source: id, quote } of sentence.citations) {
    const source = sources.find((one) => one.id === id)
    if (!source) return 'unknown_source'
    const text = findSpan(source.text, quote)
    if (text === null) return 'not_in_source'
    spans.push({ source, text, tokens: tokensOf(text) })
  }
  return spans
}

/** "We" in a text is the sender, "you" the lead: neither may take over what was said of the other. */
function keepsPerson(tokens: readonly Token[], spans: readonly Span[], quoted: boolean): boolean {
  if (quoted) return true
  const saysWe = tokens.some(
    ({ word }, at) =>
      word !== 'i' && word !== 'my' && FIRST_PERSON.has(word) && !GENERIC.has(tokens[at + 1]?.stem ?? ''),
  )
  const isOfLead = spans.some(({ source }) => source.kind === 'page' || source.kind === 'field')
  const isOfSender = spans.some(({ source }) => source.kind === 'business' || source.kind === 'training')
  if (saysWe && isOfLead && !isOfSender) return false
  return !(has(tokens, SECOND_PERSON) && isOfSender && !isOfLead && !has(tokens, FIRST_PERSON))
}

const RELATIVE = /\s(?=(?:that|which|who|where)\b)/g

/** The text without relative clauses behind the last word that the sentence repeats: what they deny is something else. */
function withoutTail(text: string, content: readonly Token[]): string {
  const clauses = text.split(RELATIVE)
  const last = clauses.findLastIndex((clause) =>
    tokensOf(clause).some((token) => content.some((one) => matches(one, token))),
  )
  return clauses.slice(0, Math.max(1, last + 1)).join(' ')
}

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

/** Plans, former things and negations of the source must be those of the sentence. */
function judgeCues(sentence: string, tokens: readonly Token[], joined: string, words: readonly Token[]) {
  if (!holdsNegation(sentence, joined)) return 'negation'
  if (has(words, MODALS) && !has(tokens, MODALS)) return 'plan'
  if (has(tokens, INTENTIONS) && !has(words, MODALS)) return 'plan'
  if (has(words, FORMER) && !has(tokens, PAST)) return 'past'
  if (has(tokens, FORMER) && !has(words, PAST)) return 'past'
  return null
}

/** Whether the sentence says the opposite of a word of its source. */
const contradicts = (content: readonly Token[], words: readonly Token[]): boolean => {
  const there = new Set(words.map(({ stem }) => stem))
  return content.some(({ stem }) => !there.has(stem) && oppositesOf(stem).some((other) => there.has(other)))
}

/** Whether what stands in quotation marks is, word for word, in one of the spans. */
const quotedPart = (text: string) => /[“"„«]([^”"“»]{10,})[”"“»]/u.exec(text)?.[1] ?? null

/**
 * Whether the spans that a sentence cites hold what it says: every number, name and year, no negation more or less, no
 * plan told as a fact, and every other word itself, in another form or by one that means the same. When in doubt it
 * says no. Words of courtesy need no source.
 */
export function checkSentence(
  sentence: CitedSentence,
  sources: readonly CitableSource[],
  owners: Owners,
): SentenceVerdict {
  const tokens = tokensOf(sentence.text)
  if (sentence.citations.length === 0) return judgeUncited(tokens, owners)
  const spans = spansOf(sentence, sources)
  if (typeof spans === 'string') return drop(spans)
  const words = spans.flatMap((span) => span.tokens)
  const joined = spans.map(({ text }) => text).join('. ')
  const quoted = quotedPart(sentence.text)
  const isQuoted = quoted !== null && spans.some(({ text }) => findSpan(text, quoted) !== null)

  if (!holdsNumbers(tokens, words) || !holdsQuantities(tokens, words)) return drop('number')
  if (CURRENCY.some(([, mark]) => mark.test(sentence.text) && !mark.test(joined))) return drop('number')
  if (!keepsYears(tokens, words)) return drop('number')
  const content = contentOf(tokens)
  const said = withoutTail(joined, content)
  const cue = judgeCues(sentence.text, tokens, said, tokensOf(said))
  if (cue) return drop(cue)
  if (contradicts(content, words)) return drop('opposite')
  if (!keepsPerson(tokens, spans, isQuoted)) return drop('subject')

  const ofLead = wordsOf(owners.lead)
  const ofBusiness = wordsOf(owners.business)
  const ownerOf = ({ source }: Span) =>
    source.kind === 'page' || source.kind === 'field' ? ofLead : ofBusiness
  const isOwner = ({ word }: Token) => spans.some((span) => ownerOf(span).has(word))
  const claims = content.filter((token) => !isOwner(token))
  const isTold = ({ stem, isName, isFirst }: Token) =>
    (!isName || isFirst) && (GENERIC.has(stem) || owners.courtesy?.has(stem) === true)
  const gaps = missing(claims, spans, isTold)
  if (gaps.length > 0) return drop(gaps.some(({ isName, isFirst }) => isName && !isFirst) ? 'name' : 'words')
  const told = claims.filter((token) => !isTold(token))
  if (spans.some((span) => !keepsSubject(told, span))) return drop('subject')
  if (spans.some((span) => !speaksOfOwner(span, told, ownerOf(span)))) return drop('name')
  if (spans.some((span) => !keepsOrder(tokens, span))) return drop('name')
  return { ok: true, isFactual: told.length > 0 || tokens.some(({ number }) => number !== null) }
}
