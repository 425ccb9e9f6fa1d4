import type { CitableSource } from '#server/providers/models/index.ts'
import { findSpan } from './find-span.ts'
import { keepsPlaces } from './judge-attachment.ts'
import { keepsDegree } from './judge-degree.ts'
import { keepsModifiers } from './judge-modifiers.ts'
import { holdsFigures, mixesParts } from './judge-numbers.ts'
import { keepsRoles } from './judge-roles.ts'
import { judgeSubject } from './judge-subject.ts'
import { keepsTense, keepsVoice } from './judge-voice.ts'
import { has, isCue, isStop, matches, type Span } from './token-match.ts'
import { type Token, tokensOf } from './tokens.ts'
import {
  FIRST_PERSON,
  FORMER,
  GENERIC,
  INTENTIONS,
  INVITING,
  MODALS,
  NEGATIONS,
  oppositesOf,
  PAST,
  QUANTITY_CLASSES,
  SECOND_PERSON,
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
  | 'comparison'
  | 'role'
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

/** "Not only" is no negation, and "with or without" is none either. */
const withoutNotOnly = (text: string) => text.replace(/\bnot (?:only|just)\b|\bwith or without\b/gi, ' ')

const isNegated = (text: string) => has(tokensOf(withoutNotOnly(text)), NEGATIONS)

const countNegations = (text: string) =>
  tokensOf(withoutNotOnly(text)).filter(({ word }) => NEGATIONS.has(word)).length

/** Negation must be the same, and as often: two of them may cancel each other out. */
const holdsNegation = (sentence: string, span: string): boolean =>
  isNegated(sentence) === isNegated(span) && countNegations(span) <= Math.max(1, countNegations(sentence))

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
    GENERIC.has(word) ||
    INVITING.has(word) ||
    GREETING.has(word) ||
    names.has(word) ||
    owners.courtesy?.has(stem) === true
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
    const said = source.kind === 'field' ? valuesFirst(text) : text
    spans.push({ source, text: said, tokens: tokensOf(said) })
  }
  return spans
}

/** "Followers: 900" as "900 followers": what a field is called is no name, and counts what stands in it. */
const valuesFirst = (text: string): string =>
  text
    .split('\n')
    .map((line) => {
      const [, label, value] = /^([^:]{1,60}): (.*)$/s.exec(line) ?? []
      return label && value ? `${value} ${label.toLowerCase()}` : line
    })
    .join('\n')

/** "We" in a text is the sender, "you" the lead: neither may take over what was said of the other. */
function keepsPerson(tokens: readonly Token[], spans: readonly Span[], quoted: boolean): boolean {
  if (quoted) return true
  const saysWe = tokens.some(
    ({ word }, at) =>
      word !== 'i' && word !== 'my' && FIRST_PERSON.has(word) && !GENERIC.has(tokens[at + 1]?.word ?? ''),
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

/** Plans, former things and negations of the source must be those of the sentence. */
function judgeCues(sentence: string, tokens: readonly Token[], joined: string, words: readonly Token[]) {
  if (!holdsNegation(sentence, joined)) return 'negation'
  if (has(words, MODALS) && !has(tokens, MODALS)) return 'plan'
  if (has(tokens, INTENTIONS) && !has(words, MODALS)) return 'plan'
  if (has(words, FORMER) && !has(tokens, PAST)) return 'past'
  if (has(tokens, FORMER) && !has(words, PAST)) return 'past'
  return null
}

/** What makes something true of all. */
const UNIVERSAL = new Set([
  'all',
  'every',
  'each',
  'always',
  'any',
  'entire',
  'whole',
  'only',
  'everyone',
  'everything',
])
const WITHIN = 5
/** Negations that stand behind what they deny. */
const FOLLOWING = new Set(['nicht', 'pas', 'niet'])

/** What a sentence denies is what its source denies: not "without salt" for "with salt, without sugar". */
function keepsScope(sentence: readonly Token[], words: readonly Token[]): boolean {
  const at = sentence.findIndex(({ word }) => NEGATIONS.has(word))
  if (at < 0) return true
  const denied = sentence
    .slice(at + 1)
    .filter((token) => !isStop(token))
    .slice(0, 3)
  const shared = denied.filter((token) => words.some((one) => matches(token, one)))
  return (
    shared.length === 0 ||
    shared.some((token) =>
      words.some(
        (one, place) =>
          matches(token, one) &&
          (words.slice(Math.max(0, place - WITHIN), place).some(({ word }) => NEGATIONS.has(word)) ||
            words.slice(place + 1, place + 3).some(({ word }) => FOLLOWING.has(word))),
      ),
    )
  )
}

/** Whether the sentence says the opposite of a word of its source. */
const contradicts = (content: readonly Token[], words: readonly Token[]): boolean => {
  const there = new Set(words.map(({ stem }) => stem))
  return content.some(({ stem }) => !there.has(stem) && oppositesOf(stem).some((other) => there.has(other)))
}

/** A question, or words that ask for something. */
const INVITATION = /\?\s*$|^\s*(?:let|happy|glad|i'd|i would|would|could|can we|may i)\b/iu

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

  if (!holdsFigures(tokens, words, sentence.text, joined)) return drop('number')
  if (spans.some(({ text }) => mixesParts(tokens, text, tokensOf))) return drop('number')
  const content = contentOf(tokens)
  const said = withoutTail(joined, content)
  const cue = judgeCues(sentence.text, tokens, said, tokensOf(said))
  if (cue) return drop(cue)
  if (contradicts(content, words)) return drop('opposite')
  if (spans.some((span) => !keepsDegree(tokens, span.tokens, span.text))) return drop('comparison')
  if (has(tokens, UNIVERSAL) && !has(words, UNIVERSAL)) return drop('words')
  if (!keepsScope(tokens, words)) return drop('negation')
  if (!keepsPerson(tokens, spans, isQuoted)) return drop('subject')

  const ofLead = wordsOf(owners.lead)
  const ofBusiness = wordsOf(owners.business)
  const ownerOf = ({ source }: Span) =>
    source.kind === 'page' || source.kind === 'field' ? ofLead : ofBusiness
  const isOwner = ({ word }: Token) => spans.some((span) => ownerOf(span).has(word))
  const claims = content.filter((token) => !isOwner(token))
  const invites = INVITATION.test(sentence.text)
  const isTold = ({ word, stem, isName, isFirst }: Token) =>
    (!isName || isFirst) &&
    (GENERIC.has(word) || (invites && INVITING.has(word)) || owners.courtesy?.has(stem) === true)
  if (!isQuoted && spans.some((span) => !keepsTense(tokens, span.tokens))) return drop('past')
  if (spans.some((span) => !keepsVoice(tokens, span.tokens))) return drop('subject')
  if (spans.length === 1 && !isQuoted && !keepsPlaces(tokens, claims, joined)) return drop('words')
  if (spans.length === 1 && !isQuoted && !keepsModifiers(tokens, sentence.text, joined)) return drop('words')
  const gaps = missing(claims, spans, isTold)
  if (gaps.length > 0) return drop(gaps.some(({ isName, isFirst }) => isName && !isFirst) ? 'name' : 'words')
  const told = claims.filter((token) => !isTold(token))
  for (const span of spans) {
    if (!keepsRoles(tokens, span.tokens, ownerOf(span))) return drop('role')
    const reason = judgeSubject(span, tokens, told, ownerOf(span))
    if (reason) return drop(reason)
  }
  return { ok: true, isFactual: told.length > 0 || tokens.some(({ number }) => number !== null) }
}
