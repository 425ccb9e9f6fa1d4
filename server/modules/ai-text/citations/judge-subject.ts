import { isCue, isStop, matches, type Span } from './token-match.ts'
import { type Token, tokensOf } from './tokens.ts'
import {
  CALENDAR,
  FIRST_PERSON,
  GENERIC,
  OTHER_SUBJECTS,
  PREPOSITIONS,
  SELF,
  STOP_WORDS,
} from './word-lists.ts'

/** A word with a capital that is nobody's but a name's, or that nobody knows as a word. */
const isForeignName = (token: Token, known: ReadonlySet<string>): boolean =>
  token.isName &&
  !isStop(token) &&
  !CALENDAR.has(token.word) &&
  !(token.isFirst && (GENERIC.has(token.word) || OTHER_SUBJECTS.has(token.word) || known.has(token.word)))

const isPassive = (text: string) =>
  /\b(?:was|were|is|are|been|being|got|gets)\s+\w+(?:ed|en|ught|ld|de|n)\s+by\b/i.test(text)

const namesOf = (tokens: readonly Token[]) => tokens.filter(({ isName }) => isName).map(({ word }) => word)

/** Whether the words of each field that the sentence has stand in it one after the other, wherever else they stand. */
function keepsValues(sentence: readonly Token[], { text }: Span): boolean {
  const said = namesOf(sentence)
  return text.split('\n').every((line) => {
    const wanted = namesOf(tokensOf(line)).filter((word) => said.includes(word) && !STOP_WORDS.has(word))
    let found = 0
    for (const word of said) if (word === wanted[found]) found += 1
    return found === wanted.length
  })
}

/** The names that sentence and span share, in the order in which each has them, must tell the same story. */
function keepsOrder(sentence: readonly Token[], span: Span): boolean {
  const inSpan = namesOf(span.tokens)
  const shared = [...new Set(namesOf(sentence))].filter(
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

/** A customer, a partner or a founder in the source must not become the business itself. */
function keepsSubject(content: readonly Token[], span: Span): boolean {
  const first = span.tokens.findIndex((token) => content.some((one) => matches(one, token)))
  const before = first < 0 ? span.tokens : span.tokens.slice(0, first)
  return before
    .filter(({ word }) => OTHER_SUBJECTS.has(word))
    .every((other) => content.some((one) => matches(one, other)))
}

const SUBJECT_PRONOUNS = new Set(['we', 'i', 'it', 'they', 'he', 'she', 'wir', 'nous', 'ich', 'je'])
/**
 * Whether something else than the owner stands before the words that the sentence repeats: "the market grew" says
 * nothing of the business, "we follow the market leader" does not make it one.
 */
function namesOther(span: Span, content: readonly Token[], owner: ReadonlySet<string>): boolean {
  const { tokens } = span
  const first = tokens.findIndex((token) => content.some((one) => matches(one, token)))
  if (first < 0) return false
  const own = tokens.findLastIndex(
    ({ word }, at) => at < first && (SUBJECT_PRONOUNS.has(word) || owner.has(word)),
  )
  const between = tokens.slice(own + 1, first)
  if (own < 0 && tokens.some(({ word }) => FIRST_PERSON.has(word) || owner.has(word))) return false
  return between.some(
    (token, at) =>
      token.number === null &&
      !isStop(token) &&
      !isCue(token) &&
      !token.isName &&
      !SELF.has(token.word) &&
      !GENERIC.has(token.word) &&
      !token.word.endsWith('ly') &&
      !PREPOSITIONS.has(between[at - 1]?.word ?? ''),
  )
}

/** The sentences of a span that bring something which the ones before did not. */
function telling(span: Span, content: readonly Token[]): Span[] {
  let open: readonly Token[] = content
  return span.text.split(/(?<=[.!?])\s+/u).flatMap((text) => {
    const tokens = tokensOf(text)
    const brings = open.filter((one) => tokens.some((token) => matches(one, token)))
    open = open.filter((one) => !brings.includes(one))
    return brings.length > 0 ? [{ ...span, text, tokens }] : []
  })
}

/** Why a span speaks of somebody else than the sentence; null when it does not. */
export function judgeSubject(
  span: Span,
  sentence: readonly Token[],
  content: readonly Token[],
  owner: ReadonlySet<string>,
): 'subject' | 'name' | null {
  if (span.source.kind === 'field') return keepsValues(sentence, span) ? null : 'name'
  const saysOwner = sentence.some(({ word }) => owner.has(word))
  const parts = telling(span, content)
  for (const part of parts.length > 0 ? parts : [span]) {
    if (!keepsSubject(content, part)) return 'subject'
    if (!speaksOfOwner(part, content, owner)) return 'name'
    if (saysOwner && namesOther(part, content, owner)) return 'subject'
  }
  return keepsOrder(sentence, span) ? null : 'name'
}
