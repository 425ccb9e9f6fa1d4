import { MAX_ANSWER_TOKENS } from './build-prompt.ts'

/** Characters per token, for estimates; charges use the vendor's count. */
const CHARACTERS = 4
const EXPECTED_ANSWER = 160
/** Tokens that website pages add to a prompt: typical and maximum. */
const PAGE_TOKENS = { expected: 1200, max: 3200 }
/** The longest prompt is estimated as the sample's longest times this. */
const SPREAD = 1.5
/** A second call with the sentences and their quotes: at most six quotes of 500 characters per sentence. */
const CHECK_TOKENS = { expected: 350, max: 3000 }

interface Span {
  min: number
  expected: number
  max: number
}

/** Credits of tokens, rounded up once per run. */
export const priceTokens = (tokens: number, rate: number): number => Math.ceil((tokens * rate) / 1000)

/** Tokens and credits of this many texts, estimated from a sample of their prompts. */
export function aiTextFigures(
  texts: number,
  sample: readonly number[],
  {
    rate,
    isModel,
    readsWebsites,
    isChecked,
  }: { rate: number; isModel: boolean; readsWebsites: boolean; isChecked: boolean },
): { tokens: Span; credits: Span } {
  const nothing = { min: 0, expected: 0, max: 0 }
  if (!isModel) return { tokens: nothing, credits: nothing }
  const lengths = sample.map((characters) => Math.ceil(characters / CHARACTERS))
  const mean = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length)
  const longest = Math.max(0, ...lengths)
  const pages = readsWebsites ? PAGE_TOKENS : { expected: 0, max: 0 }
  const check = isChecked ? CHECK_TOKENS : { expected: 0, max: 0 }
  const tokens = {
    min: 0,
    expected: Math.ceil(texts * (mean + EXPECTED_ANSWER + pages.expected + check.expected)),
    max: Math.ceil(texts * (longest * SPREAD + MAX_ANSWER_TOKENS + pages.max + check.max)),
  }
  const credits = {
    min: 0,
    expected: priceTokens(tokens.expected, rate),
    max: priceTokens(tokens.max, rate),
  }
  return { tokens, credits }
}
