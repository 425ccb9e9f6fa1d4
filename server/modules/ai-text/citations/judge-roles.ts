import { isCue, isStop, matches } from './token-match.ts'
import type { Token } from './tokens.ts'
import { GENERIC, SELF } from './word-lists.ts'

const ROLES = new Set(
  `founder owner director manager president ceo cfo cto coo chair chairman chairwoman chef head partner editor engineer
  chief secretary treasurer leader coach curator principal dean mayor inhaber gründer geschäftsführer direktor leiter
  fondateur directeur gérant propietario fundador`.split(/\s+/),
)
const OF = new Set(['of', 'to', 'for', 'von', 'der', 'des', 'de', 'du'])
const SMALL = new Set(['the', 'a', 'an', 'its', 'our', 'their', 'his', 'her', 'former'])

const isWord = (token: Token | undefined): token is Token =>
  token !== undefined && token.number === null && !isStop(token) && !isCue(token)

/** Who stands in a relation to a role: the daughter of "daughter of the founder". */
function related(tokens: readonly Token[], place: number): Token[] {
  let at = place - 1
  while (SMALL.has(tokens[at]?.word ?? '')) at -= 1
  const whose = tokens[at - 1]
  return OF.has(tokens[at]?.word ?? '') && isWord(whose) ? [whose] : []
}

/** What makes somebody else of the one in a role: the deputy before it, the daughter of it, its assistant behind. */
function belonging(span: readonly Token[], place: number): Token[] {
  const found: Token[] = []
  const before = span[place - 1]
  if (isWord(before) && !span[place]?.isFirst) found.push(before)
  found.push(...related(span, place))
  const name = employer(span, place)
  if (name) found.push(name)
  const behind = span[place + 1]
  if (/['’]s?$/.test(span[place]?.raw ?? '') && behind) found.push(behind)
  return found
}

/** Runs of names that are nobody's role and not the owner's: where each begins, and its words. */
function people(tokens: readonly Token[], owner: ReadonlySet<string>) {
  const runs: { at: number; words: string[] }[] = []
  tokens.forEach((token, at) => {
    if (!token.isName || isStop(token) || ROLES.has(token.word) || owner.has(token.word)) return
    const last = runs.at(-1)
    if (last && last.at + last.words.length === at && !token.isFirst) last.words.push(token.word)
    else runs.push({ at, words: [token.word] })
  })
  return runs.filter(({ words }) => words.length > 1)
}

/** Of several people with several roles, the sentence gives each the role beside it: before or behind, as the first has it. */
function keepsPeople(
  sentence: readonly Token[],
  span: readonly Token[],
  owner: ReadonlySet<string>,
): boolean {
  const there = people(span, owner)
  const places = span.flatMap(({ word }, at) => (ROLES.has(word) ? [at] : []))
  if (there.length < 2 || places.length !== there.length) return true
  const [said, ...more] = people(sentence, owner)
  const role = sentence.find(({ word }) => ROLES.has(word))?.word
  if (!said || more.length > 0 || !role) return true
  const order = (words: readonly string[]) =>
    there.findIndex((one) => one.words.some((word) => words.includes(word)))
  const place = places[order(said.words)]
  return place === undefined || span[place]?.word === role || !places.some((at) => span[at]?.word === role)
}

/** What stands behind a role: Zeta of "the CEO of Zeta"; what a business calls itself is nothing of the kind. */
function employer(tokens: readonly Token[], place: number): Token | null {
  const after = tokens[place + 1]
  if (!after || !(OF.has(after.word) || after.word === 'at') || after.isFirst) return null
  const name = tokens.slice(place + 2).find(({ word }) => !SMALL.has(word))
  if (!name || name.number !== null) return null
  return name.isName || !(isStop(name) || GENERIC.has(name.word) || SELF.has(name.word)) ? name : null
}

/** "The daughter of the founder" is said by these words, or by "the founder's daughter". */
function keepsRelation(sentence: readonly Token[], place: number, span: readonly Token[]): boolean {
  const [whose] = related(sentence, place)
  if (!whose) return true
  const role = sentence[place]?.word
  return span.some(
    (one, at) =>
      one.word === role &&
      (related(span, at).some((other) => matches(whose, other)) ||
        (/['’]s?$/.test(one.raw) && matches(whose, span[at + 1] ?? one))),
  )
}

/** Whether a role that a sentence names is that of the person whom its source names. */
export const keepsRoles = (
  sentence: readonly Token[],
  span: readonly Token[],
  owner: ReadonlySet<string>,
): boolean =>
  keepsPeople(sentence, span, owner) &&
  sentence.every(({ stem, word, number }, at) => {
    if (ROLES.has(word) && !keepsRelation(sentence, at, span)) return false
    if (number !== null) return true
    // Who is vice chair chairs nothing.
    const places = span.flatMap((one, place) => (ROLES.has(one.word) && one.stem === stem ? [place] : []))
    const isKept = (place: number) =>
      belonging(span, place).every(
        (token) => owner.has(token.word) || sentence.some((one) => matches(one, token)),
      )
    return places.length === 0 || places.some(isKept)
  })
