import { foldText } from '#server/platform/text/fold-text.ts'
import type { FineLine, LineSpan } from '../page/fine-lines.ts'
import { ALWAYS_DEMO, OFTEN_DEMO } from './words/not-name-words.ts'

const FILLER = /lorem ipsum|dolor sit amet|consectetur adipis|sed do eiusmod/i

/** Whether text that fills templates stands on the page. */
export function hasFillerText(lines: readonly FineLine[]): boolean {
  return lines.some((line) => line.text.length > 10 && FILLER.test(line.text))
}

/** Whether a person belongs to a template: by the name, or by filler text in the same block. */
export function isDemoPerson({
  name,
  card,
  lines,
  filler,
}: {
  name: string
  card: LineSpan | null
  lines: readonly FineLine[]
  filler: boolean
}): boolean {
  const folded = foldText(name)
  if (ALWAYS_DEMO.has(folded)) return true
  if (!filler) return false
  if (OFTEN_DEMO.has(folded)) return true
  return card !== null && lines.slice(card.from, card.to).some((line) => FILLER.test(line.text))
}
