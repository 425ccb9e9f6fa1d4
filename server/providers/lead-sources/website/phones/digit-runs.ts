/** A row of digits as a line shows it, which may be a phone number. */
export interface DigitRun {
  /** As written, with an extension if one follows; other digits and dashes than ASCII made ASCII. */
  raw: string
  from: number
  to: number
}

const RUN = /(?:[+(]{1,2}\s?)?\d[\d ()[\]./-]{3,45}[\d)\]]/g
const EXTENSION =
  /^[\s,;(]{0,3}(?:ext\.?|extn\.?|extension|x|durchwahl|dw|nebenstelle|nst|klappe|kl|poste|interno|int|ramal|anexo|toestel|wew|доб|вн|内線)[.: -]{0,3}\d{1,6}\)?(?![\d\p{L}])/iu
const ENTRY_STARTS = /(?:\+|00[1-9]|\(?0\d|\(\d)/
const UNIT_AFTER =
  /^\s?(?:€|\$|£|%|°|eur\b|usd\b|chf\b|km\b|kg\b|m²|m2\b|mb\b|kb\b|uhr\b|am\b|pm\b|pcs\b|stk\b|px\b|ml\b|mm\b|cm\b)/i

/** Digits of other scripts and typographic dashes and spaces as ASCII; every character keeps its place. */
export function asciiDigits(text: string): string {
  return text
    .replace(/[\u0660-\u0669\u06F0-\u06F9\u0966-\u096F\u09E6-\u09EF\u0E50-\u0E59\uFF10-\uFF19]/g, (digit) =>
      String(digitValue(digit)),
    )
    .replace(/[\u2010-\u2015\u2212\uFE58\uFE63\uFF0D\u00AD]/g, '-')
    .replace(/\uFF0B/g, '+')
    .replace(/\uFF08/g, '(')
    .replace(/\uFF09/g, ')')
    .replace(/[\u00B7\u2022\u2219]/g, '.')
    .replace(/\uFF0F/g, '/')
    .replace(/[\u200B-\u200F\u202A-\u202E\u2060\uFEFF]/g, ' ')
}

const ZEROS = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0e50, 0xff10]

function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0
  const zero = ZEROS.find((start) => code >= start && code < start + 10) ?? code
  return code - zero
}

/** Rows of 5 to 17 digits with the signs that stand in phone numbers, in order. `text` as `asciiDigits` gives it. */
export function digitRuns(text: string): DigitRun[] {
  const found: DigitRun[] = []
  for (const match of text.matchAll(RUN)) {
    const before = text[match.index - 1] ?? ' '
    const written = match[0]
    const to = match.index + written.length
    if (!mayBegin(before, written) || /[\p{L}\p{N}_@]/u.test(text[to] ?? ' ')) {
      // "0301234x12" and "1234ext5" go on with an extension; all other letters make it something else.
      if (!mayBegin(before, written) || !EXTENSION.test(text.slice(to, to + 30))) continue
    }
    if (UNIT_AFTER.test(text.slice(to, to + 8))) continue
    found.push(...piecesOf(written, match.index))
  }
  return found
    .map((run) => withExtension(run, text))
    .filter(({ raw }) => {
      const digits = raw.replace(/\D/g, '').length
      return digits >= 5 && digits <= 24
    })
}

function mayBegin(before: string, written: string): boolean {
  if (written.startsWith('+')) return !/[\d+]/.test(before)
  return !/[\p{L}\p{N}_@#=&%$€£+/-]/u.test(before)
}

function withExtension(run: DigitRun, text: string): DigitRun {
  const extension = EXTENSION.exec(text.slice(run.to, run.to + 30))?.[0]
  return extension ? { ...run, raw: run.raw + extension, to: run.to + extension.length } : run
}

/** Cuts "030 111111 / 030 222222" and "1234-56/57" into their numbers. */
function piecesOf(written: string, from: number): DigitRun[] {
  const alternatives = /^(.{6,40}-)(\d{1,4})\s?\/\s?-?(\d{1,4})$/.exec(written)
  const [, base = '', first = '', second = ''] = alternatives ?? []
  if (alternatives && first.length === second.length) {
    return [first, second].map((tail) => ({ raw: base + tail, from, to: from + written.length }))
  }
  const pieces: DigitRun[] = []
  let start = 0
  for (const separator of written.matchAll(/\s?\/\s?| - | {2,}|(?<=\d\)?) (?=\+)/g)) {
    const end = separator.index
    const next = end + separator[0].length
    const isEntry = new RegExp(`^${ENTRY_STARTS.source}`).test(written.slice(next))
    const enough = (text: string) => text.replace(/\D/g, '').length >= 6
    if (!isEntry || !enough(written.slice(start, end)) || !enough(written.slice(next))) continue
    pieces.push({ raw: written.slice(start, end), from: from + start, to: from + end })
    start = next
  }
  pieces.push({ raw: written.slice(start), from: from + start, to: from + written.length })
  return pieces.map((piece) => trimmed(piece))
}

/** Without brackets that are not closed and signs at the ends. */
function trimmed({ raw, from, to }: DigitRun): DigitRun {
  let text = raw.trim().replace(/[\s./[-]+$/, '')
  if (text.endsWith(')') && !text.includes('(')) text = text.slice(0, -1)
  if (text.startsWith('(') && !text.includes(')')) text = text.slice(1)
  return { raw: text, from, to }
}
