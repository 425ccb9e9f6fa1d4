import type { PageLine } from '../page/page-lines.ts'
import { type PhoneLabel, readPhoneLabel } from './phone-label.ts'

const MAX_ROWS = 8
const MAX_LABEL = 30
const IS_LABEL = /^[^\p{L}]*\p{L}[\p{L} ./-]{0,27}[:：]$/u
const IS_VALUE = /[\d@]|www\.|\.\p{L}{2,}$/u

/**
 * The label of a value when all labels of a block stand above all values, as two columns of text do in the markup:
 * "Phone: / Fax: / Mail:" and then the three of them. Undefined when line `index` does not stand in such columns; null
 * when its label names no number.
 */
export function findColumnLabel(lines: readonly PageLine[], index: number): PhoneLabel | null | undefined {
  let first = index
  while (first > 0 && index - first < MAX_ROWS && !isLabel(lines[first - 1])) first -= 1
  let top = first
  while (top > 0 && first - top < MAX_ROWS && isLabel(lines[top - 1])) top -= 1
  const rows = first - top
  if (rows < 2 || index - first >= rows) return undefined
  const labels = lines.slice(top, first)
  const values = lines.slice(first, first + rows)
  // Each label has its value, and no further label stands among them.
  if (values.length < rows || values.some((line) => isLabel(line) || !IS_VALUE.test(line.text)))
    return undefined
  return readPhoneLabel(labels[index - first]?.text ?? '')
}

function isLabel(line: PageLine | undefined): boolean {
  if (!line || line.text.length > MAX_LABEL || /\d/.test(line.text)) return false
  if (line.heading && line.heading.level < 7 && line.heading.text === line.text) return false
  return IS_LABEL.test(line.text) || (line.text.length <= 14 && readPhoneLabel(line.text) !== null)
}
