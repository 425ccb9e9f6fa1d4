import { yieldToEventLoop } from '#server/platform/yield-to-event-loop.ts'

type Count = (text: string, options: { disallowedSpecial: Set<string> }) => number
let tokenizer: Promise<Count> | undefined

/** Its table is large, so it is loaded with the first counted text. */
const load = (): Promise<Count> => {
  tokenizer ??= import('gpt-tokenizer').then((loaded) => loaded.countTokens as Count)
  return tokenizer
}

/** Special tokens of a model in a text are plain text. */
const AS_TEXT = { disallowedSpecial: new Set<string>() }
/** Text without spaces is counted in parts: its cost grows faster than its length. */
const LONGEST_WORD = 200
const AT_ONCE = 20

const spaced = (text: string): string =>
  text.replace(/\S{201,}/g, (word) => word.replace(new RegExp(`.{${LONGEST_WORD}}`, 'gsu'), '$& '))

/** Tokens of passages (o200k_base); yields to other work in between. */
export async function countTokens(passages: readonly string[]): Promise<number> {
  const count = await load()
  let sum = 0
  for (const [index, passage] of passages.entries()) {
    sum += count(spaced(passage), AS_TEXT)
    if (index % AT_ONCE === AT_ONCE - 1) await yieldToEventLoop()
  }
  return sum
}
