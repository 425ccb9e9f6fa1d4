import { isStop, matches } from './token-match.ts'
import type { Token } from './tokens.ts'

const BE = new Set('is are was were be been being'.split(' '))
const NOW = new Set(['is', 'are', 'has', 'have', "isn't", "aren't", "hasn't", "haven't"])
const THEN = new Set(['was', 'were', 'had', "wasn't", "weren't", "hadn't"])
const REACH = 4

/** A verb that is done to somebody, with the words behind its "by". */
function passives(tokens: readonly Token[]) {
  return tokens.flatMap((verb, at) => {
    const isDone = BE.has(tokens[at - 1]?.word ?? '') || BE.has(tokens[at - 2]?.word ?? '')
    if (!isDone || tokens[at + 1]?.word !== 'by') return []
    return [{ verb, at, doers: tokens.slice(at + 2, at + 2 + REACH).filter((one) => !isStop(one)) }]
  })
}

/** Places of the verb of a passive where somebody else does the same. */
const activeAt = (tokens: readonly Token[], verb: Token) =>
  tokens.findIndex((one, at) => matches(verb, one) && tokens[at + 1]?.word !== 'by')

const isBehind = (tokens: readonly Token[], at: number, wanted: Token) =>
  tokens.slice(at + 1).some((one) => matches(wanted, one))

/** Who does something and to whom it is done stay the same, whichever way it is said. */
export function keepsVoice(sentence: readonly Token[], span: readonly Token[]): boolean {
  for (const { verb, doers } of passives(span)) {
    const same = passives(sentence).find((one) => matches(one.verb, verb))
    if (same)
      return same.doers.length === 0 || same.doers.some((one) => doers.some((other) => matches(one, other)))
    const at = activeAt(sentence, verb)
    if (at >= 0 && doers.some((one) => isBehind(sentence, at, one))) return false
  }
  return passives(sentence).every(({ verb, doers }) => {
    if (passives(span).some((one) => matches(verb, one.verb))) return true
    const at = activeAt(span, verb)
    return at < 0 || !doers.some((one) => isBehind(span, at, one))
  })
}

const has = (tokens: readonly Token[], words: ReadonlySet<string>) =>
  tokens.some(({ word }) => words.has(word))

/** Whether "is" and "has" were "is" and "has" before, and "was" was "was". What was done ("was founded") has no present. */
export function keepsTense(sentence: readonly Token[], span: readonly Token[]): boolean {
  if (has(sentence, NOW) && !has(sentence, THEN)) return !(has(span, THEN) && !has(span, NOW))
  const isPlain = sentence.some(
    ({ word }, at) => THEN.has(word) && !/(?:ed|en|ught|ld|de|n|t|d)$/.test(sentence[at + 1]?.word ?? ''),
  )
  return !(isPlain && !has(sentence, NOW) && has(span, NOW) && !has(span, THEN))
}
