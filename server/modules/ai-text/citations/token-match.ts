import type { CitableSource } from '#server/providers/models/index.ts'
import type { Token } from './tokens.ts'
import { FORMER, isSamePlace, isSynonym, MODALS, NEGATIONS, STOP_WORDS } from './word-lists.ts'

/** A passage that a sentence cites. */
export interface Span {
  source: CitableSource
  /** The clauses that hold the quote, and their words. */
  text: string
  tokens: Token[]
}

/** Words that carry no claim of their own. */
export const isStop = ({ word }: Token) => STOP_WORDS.has(word)

/** Negations, plans and former things, which are judged by themselves. */
export const isCue = ({ word }: Token) => NEGATIONS.has(word) || MODALS.has(word) || FORMER.has(word)
/** Whether one of these words stands among tokens. */
export const has = (tokens: readonly Token[], words: ReadonlySet<string>) =>
  tokens.some(({ word }) => words.has(word))

const isSameName = (one: string, other: string): boolean =>
  one === other || `${one}s` === other || one === `${other}s` || isSamePlace(one, other)

/** Whether a word of a source may stand for one of a sentence: names as they are, others by stem or synonym. */
export const matches = (wanted: Token, there: Token): boolean =>
  wanted.isName && !wanted.isFirst
    ? isSameName(wanted.word, there.word)
    : wanted.stem === there.stem || isSynonym(wanted.stem, there.stem) || isSamePlace(wanted.word, there.word)
