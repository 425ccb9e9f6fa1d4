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
const ENTRY = /^(?:\+|00[1-9]|\(?0\d|\(\d)/
const UNIT_AFTER =
  /^\s?(?:€|\$|£|%|°|eur\b|usd\b|chf\b|km\b|kg\b|m²|m2\b|mb\b|kb\b|uhr\b|am\b|pm\b|pcs\b|stk\b|px\b|ml\b|mm\b|cm\b)/i

const BEYOND_LATIN = /[^\0-\xAC\xAE-\xB6\xB8-\u065F]/

/** Digits of other scripts and typographic dashes and spaces as ASCII; every character keeps its place. */
export function normaliseDigits(text: string): string {
  if (!BEYOND_LATIN.test(text)) return text
  return text
    .replace(/[\u0660-\u0669\u06F0-\u06F9\u0966-\u096F\u09E6-\u09EF\u0E50-\u0E59\uFF10-\uFF19]/g, (digit) =>
      String(getDigitValue(digit)),
    )
    .replace(/[\u2010-\u2015\u2212\uFE58\uFE63\uFF0D\u00AD]/g, '-')
    .replace(/\uFF0B/g, '+')
    .replace(/[\uFF08[]/g, '(')
    .replace(/[\uFF09\]]/g, ')')
    .replace(/[\u00B7\u2022\u2219]/g, '.')
    .replace(/\uFF0F/g, '/')
    .replace(/[\u200B-\u200F\u202A-\u202E\u2060\uFEFF]/g, ' ')
}

const ZEROS = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0e50, 0xff10]

function getDigitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0
  const zero = ZEROS.find((start) => code >= start && code < start + 10) ?? code
  return code - zero
}

/** Labels that stick to a number where the markup sets them apart: "Tel030 123456Fax030 123457". */
const LABEL_BEFORE = /(?<!\p{L})(?:tel|telefon|telefax|phone|fon|fax|mobil|mobile|mob|handy|cell)$/iu
const LABEL_AFTER = /^(?:tel|fax|fon|phone|mob|handy|cell|e-?mail|mail|web|www)/i

/** Letters that make a row of digits part of a word: not those of scripts that leave no blank between words. */
const GOES_ON =
  /[\p{N}_@]|(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}])\p{L}/u

/** Rows of 5 to 17 digits with the signs that stand in phone numbers, in order. `text` as `normaliseDigits` gives it. */
export function findDigitRuns(text: string): DigitRun[] {
  const found: DigitRun[] = []
  for (const match of text.matchAll(RUN)) {
    const before = text[match.index - 1] ?? ' '
    const written = match[0]
    const to = match.index + written.length
    const begins =
      mayBegin(before, written) || LABEL_BEFORE.test(text.slice(Math.max(0, match.index - 12), match.index))
    if (!begins || (GOES_ON.test(text[to] ?? ' ') && !LABEL_AFTER.test(text.slice(to, to + 12)))) {
      // "0301234x12" and "1234ext5" go on with an extension; all other letters make it something else.
      if (!begins || !EXTENSION.test(text.slice(to, to + 30))) continue
    }
    if (UNIT_AFTER.test(text.slice(to, to + 8))) continue
    found.push(...splitPieces(written, match.index))
  }
  for (const [index, run] of found.entries()) {
    const before = found[index - 1]
    const joined = before && countDigits(run.raw) >= 6 && !/^\s?\p{L}/u.test(text.slice(run.to, run.to + 2))
    if (joined && /^\s?(?:[,;&]|and|or|und|oder|et|ou|y|e|o)\s?$/.test(text.slice(before.to, run.from)))
      run.raw = addPrefix(before.raw, run.raw)
  }
  return found
    .map((run) => addExtension(run, text))
    .filter(({ raw }) => {
      const digits = raw.replace(/\D/g, '').length
      return digits >= 5 && digits <= 24
    })
}

function mayBegin(before: string, written: string): boolean {
  if (written.startsWith('+')) return !/[\d+]/.test(before)
  return !GOES_ON.test(before) && !/[#=&%$€£+/-]/.test(before)
}

function addExtension(run: DigitRun, text: string): DigitRun {
  // "+30 210 1234567 (117)": an extension that no word names.
  const bracketed = /^(.{6,40}\d)\s?\((\d{2,4})\)$/.exec(run.raw)
  if (bracketed) return { ...run, raw: `${bracketed[1]} ext. ${bracketed[2]}` }
  const extension = EXTENSION.exec(text.slice(run.to, run.to + 30))?.[0]
  return extension ? { ...run, raw: run.raw + extension, to: run.to + extension.length } : run
}

const ALTERNATIVE_ENDS = /^(.{6,40}?\d)((?:\s?\/\s?-?\d{1,4}){1,4})$/
const EXTENSION_ENDS = /^(.{6,40}-)(\d{1,4})\s?\/\s?-\s?(\d{1,4})$/

/** The numbers of "1234-56/57", "4218-1700/01/02" and "1234-0 / -20"; null when it is not written so. */
function splitAlternatives(written: string): string[] | null {
  const extensions = EXTENSION_ENDS.exec(written)
  if (extensions) {
    const [, base = '', ...ends] = extensions
    return ends.map((end) => base + end)
  }
  const [, first = '', rest = ''] = ALTERNATIVE_ENDS.exec(written) ?? []
  const ends = rest.match(/\d+/g) ?? []
  const size = ends[0]?.length ?? 0
  const group = /\d+$/.exec(first)?.[0] ?? ''
  if (size === 0 || group.length < size || ends.some((end) => end.length !== size)) return null
  // "030/123" has an area code before its slash: only a number that is whole without the ends has others.
  const whole = countDigits(first) >= (size === 4 ? 10 : 7) && !/\/\D*(?:\d\D*){0,3}$/.test(first)
  if (!whole || (group.length === size && !/[-. ]\d+$/.test(first))) return null
  return [first, ...ends.map((end) => first.slice(0, -size) + end)]
}

/** "022-2345 6789, 2345 6790" and "(212) 555-0100 / 555-0101": what the second leaves out is as in the first. */
function addPrefix(first: string, second: string): string {
  const size = countDigits(second)
  const more = countDigits(first) - size
  if (size < 5 || /^\s?[(+0]/.test(second) || size > 10) return second
  const country = /^\s?\+/.test(first) && more >= 1 && more <= 3
  const area = size <= 8 && more >= 2 && more <= 6 && /^\s?[(+0]/.test(first)
  if (!country && !area) return second
  let at = first.length
  for (let count = 0; count < size && at > 0; at -= 1) if (/\d/.test(first[at - 1] ?? '')) count += 1
  // The numbers are written alike, so that the first has a blank where the second begins.
  return /\d$/.test(first.slice(0, at)) ? second : `${first.slice(0, at).trimEnd()} ${second.trim()}`
}

const countDigits = (text: string): number => text.replace(/\D/g, '').length

/** Cuts "030 111111 / 030 222222" and "1234-56/57" into their numbers. */
function splitPieces(written: string, from: number): DigitRun[] {
  const alternatives = splitAlternatives(written)
  if (alternatives) return alternatives.map((raw) => ({ raw, from, to: from + written.length }))
  const pieces: DigitRun[] = []
  let start = 0
  for (const separator of written.matchAll(/\s?\/\s?| - | {2,}|(?<=\d\)?) (?=[+(])/g)) {
    const end = separator.index
    const next = end + separator[0].length
    const size = countDigits(written.slice(start, end))
    const rest = countDigits(written.slice(next))
    // "310 268 4471 - 315 720 9938": two whole numbers, written alike.
    const isEntry = ENTRY.test(written.slice(next)) || (size >= 9 && size === rest)
    if (!isEntry || size < 6 || rest < 6) continue
    pieces.push({ raw: written.slice(start, end), from: from + start, to: from + end })
    start = next
  }
  pieces.push({ raw: written.slice(start), from: from + start, to: from + written.length })
  return pieces.flatMap((piece) => splitRun(trimRun(piece)))
}

/** "(212) 555-0100 / 555-0101": two numbers around the slash, the second without its area code. */
function splitRun(run: DigitRun): DigitRun[] {
  const [, first = '', second = ''] = /^([^/]{7,30}\d)\s?\/\s?(\d[\d .-]{4,14})$/.exec(run.raw) ?? []
  const full = second && addPrefix(first, second)
  return full === second ? [run] : [first, full].map((raw) => ({ ...run, raw }))
}

/** Without brackets that are not closed and signs at the ends. */
function trimRun({ raw, from, to }: DigitRun): DigitRun {
  let text = raw.trim().replace(/[\s./[-]+$/, '')
  if (text.endsWith(')') && !text.includes('(')) text = text.slice(0, -1)
  if (text.startsWith('(') && !text.includes(')')) text = text.slice(1)
  if (/^\([^()]{8,}\)$/.test(text)) text = text.slice(1, -1)
  return { raw: text, from, to }
}
