import { isCue, isStop, matches } from './token-match.ts'
import { type Token, tokensOf } from './tokens.ts'

/** Words that stand together: nothing small and no mark between them. */
interface Chunk {
  words: Token[]
  /** What stands between it and the one before. */
  gap: string
}

const MARKS = /([,;:.!?()\n–—])/u
const GAP_WITH_SUBJECT = /(?:^|\s)(?:we|i|they|it|he|she|you|that|which|who|wir|nous)(?:\s|$)/
const GAP_OF_LIST = /^(?:[\s,]|and|or|und|oder|et|ou|y|as well as)*$/

function chunksOf(text: string): Chunk[] {
  const chunks: Chunk[] = []
  let words: Token[] = []
  let gap = ''
  const end = () => {
    if (words.length > 0) {
      chunks.push({ words, gap })
      words = []
      gap = ''
    }
  }
  for (const part of text.split(MARKS)) {
    if (MARKS.test(part)) {
      end()
      gap += ` ${part}`
      continue
    }
    for (const token of tokensOf(part)) {
      if (token.number === null && !isStop(token) && !isCue(token)) words.push(token)
      else {
        end()
        gap += ` ${token.word}`
      }
    }
  }
  end()
  return chunks
}

const holds = ({ words }: Chunk, wanted: Token) => words.some((word) => matches(wanted, word))

/** Whether the first of two words that stand together in a sentence belongs to another word in its source. */
function isMoved(pair: readonly [Token, Token], sentence: readonly Token[], span: readonly Chunk[]): boolean {
  const [first, second] = pair
  const at = span.findIndex((chunk) => holds(chunk, first))
  if (at < 0 || span.some((chunk) => holds(chunk, first) && holds(chunk, second))) return false
  const own = span[at] as Chunk
  const next = own.words[own.words.findIndex((word) => matches(first, word)) + 1]
  // It stands alone, or before a word that the sentence has too.
  if (!next || sentence.some((token) => matches(token, next))) return false
  const other = span.findIndex((chunk) => holds(chunk, second))
  if (other < 0) return false
  const between = span
    .slice(Math.min(at, other) + 1, Math.max(at, other) + 1)
    .map(({ gap }) => gap)
    .join(' ')
  // "Makes bread and cakes" makes cakes; "delivery and free coffee" is no free delivery.
  return other > at ? !GAP_OF_LIST.test(between) : !GAP_WITH_SUBJECT.test(between)
}

/** Whether words that stand together in a sentence do so in its source: no adjective goes over to another noun. */
export function keepsModifiers(sentence: readonly Token[], text: string, source: string): boolean {
  const span = chunksOf(source)
  return chunksOf(text).every(({ words }) =>
    words.slice(1).every((second, at) => {
      const first = words[at] as Token
      return first.isName || second.isName || !isMoved([first, second], sentence, span)
    }),
  )
}
