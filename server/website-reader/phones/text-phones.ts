import { readPhones } from '#server/platform/text/read-phone.ts'
import type { PhoneFinding } from '../findings.ts'
import { isInFrame } from '../page/page-frame.ts'
import { classifyPage } from '../page/page-kind.ts'
import { findElementAt, getPageLines, type PageLine } from '../page/page-lines.ts'
import type { PageTree } from '../page/page-tree.ts'
import { readStatusAt } from '../source-status/source-status.ts'
import { findColumnLabel } from './column-labels.ts'
import { type DigitRun, findDigitRuns, normaliseDigits } from './digit-runs.ts'
import { hasOtherForm, isDummyNumber, isIpAddress } from './other-numbers.ts'
import {
  findLabelAfter,
  findLabelBefore,
  type PhoneLabel,
  readNameBefore,
  readPhoneLabel,
  UNLABELLED,
} from './phone-label.ts'
import { findPhoneWords } from './phone-words.ts'
import { findVanityPhones } from './vanity-phones.ts'

/** At most so many numbers of one page are kept. */
const MAX_PHONES = 2_000
/** At most so many rows of digits of one page are looked at. */
const MAX_RUNS = 3_000
/** And so many of those that no word names. */
const MAX_READS = 1_000
const INTERNATIONAL = /^\(?\s?(?:\+|00\s?[1-9])/
/** As numbers are written in North America, and nothing else is. */
const NORTH_AMERICAN = /^(?:1[ .-])?(?:\([2-9]\d\d\) ?|[2-9]\d\d[.-])[2-9]\d\d[ .-]\d{4}(?:\D.*)?$/
/** As numbers are written in France, also amid other words. */
const FIVE_PAIRS = /^0[1-9](?:[ .-]\d\d){4}$/
/** Forms of numbers of a country that hardly anything else has; good enough without a word only where contacts stand. */
const NATIONAL_FORMS: readonly RegExp[] = [
  /^\(?\d{3}\)?[ .-]\s?\d{3}[ .-]\d{4}(?:\D.*)?$/,
  /^\(0\d{1,5}\)[ ./-]{0,3}\d[\d -]{4,12}$/,
  /^0\d{1,5}\s?[ /-]\s?\d{2,}(?:[ -]\d{1,5}){0,5}$/,
  FIVE_PAIRS,
]
const SHORT_LINE = 45
const LIST_LINES = 4
const MAX_CONTACT_LINE = 250

/** The phone and fax numbers that a reader sees, in order. */
export function findTextPhones(page: PageTree): PhoneFinding[] {
  const lines = getPageLines(page)
  const contactPage = /^(?:contact|legal)$/.test(classifyPage(page.url, page.title))
  const found: PhoneFinding[] = []
  /** A label goes on over numbers that follow each other. */
  let carried: { label: PhoneLabel; line: number } = { label: UNLABELLED, line: -2 }
  const reads = { left: MAX_READS }
  let runs = 0
  for (const [index, line] of lines.entries()) {
    if (found.length >= MAX_PHONES || runs >= MAX_RUNS) break
    if (!/\d|[\u0660-\uFF19]/.test(line.text)) continue
    const text = normaliseDigits(line.text)
    for (const { raw, from } of findVanityPhones(text)) {
      if (readPhones(raw, null).length === 0) continue
      const status = readStatusAt(page, index, from)
      found.push({ raw, method: 'text', at: findElementAt(line, from), kind: 'phone', label: '', status })
    }
    let end = 0
    const all = findDigitRuns(text)
    for (const [position, run] of all.entries()) {
      if (found.length >= MAX_PHONES) break
      runs += 1
      const between = text.slice(end, run.from)
      let label = findLabel(lines, index, text, run, end)
      const follows =
        end > 0
          ? carried.line === index && isOnlyJoin(between)
          : carried.line === index - 1 && between.trim() === ''
      if (label.kind === null && follows)
        label = continueLabel(carried.label, position === 1 && all.length === 2)
      end = run.to
      if (!isPhone(run, label, reads, () => isContactField(lines, index, line, run, contactPage))) {
        carried = { label: UNLABELLED, line: -2 }
        continue
      }
      carried = { label, line: isLast(text, run) || end < text.length ? index : -2 }
      const kind = label.kind === 'fax' || label.kind === 'mobile' ? label.kind : 'phone'
      const at = findElementAt(line, run.from)
      found.push({
        raw: run.raw,
        method: 'text',
        at,
        kind,
        label: label.words || readNameBefore(text, run.from),
        status: readStatusAt(page, index, run.from),
      })
    }
  }
  return found
}

/** A label over the next number: of two numbers after "Tel./Fax" the second is for the fax. */
function continueLabel(label: PhoneLabel, isSecondOfTwo: boolean): PhoneLabel {
  return label.joined && isSecondOfTwo ? { kind: 'fax', words: label.words } : label
}

function findLabel(
  lines: readonly PageLine[],
  index: number,
  text: string,
  run: DigitRun,
  after: number,
): PhoneLabel {
  const column = after === 0 && run.from < 4 ? findColumnLabel(lines, index) : undefined
  if (column !== undefined) return column ?? UNLABELLED
  const behind = findLabelAfter(text, run.to)
  const before = findLabelBefore({ lines, index, text, from: run.from, after })
  // "030 1234 (Fax)" says more than a "Tel." some words before.
  return behind.kind && (before.kind === null || behind.kind === 'fax') && before.kind !== 'none'
    ? behind
    : before
}

/** Numbers without a label that are still tried on a page: the numbering plans are slow to ask. */
interface Reads {
  left: number
}

function isReadable(raw: string, reads: Reads): boolean {
  reads.left -= 1
  return reads.left >= 0 && readPhones(raw, null).length > 0
}

function isPhone(run: DigitRun, label: PhoneLabel, reads: Reads, inContactPlace: () => boolean): boolean {
  const { raw } = run
  if (label.kind === 'none' || hasOtherForm(raw) || isDummyNumber(raw)) return false
  if (label.kind) return true
  if (raw.startsWith('+') || raw.startsWith('(+')) return isReadable(raw, reads)
  if (isIpAddress(raw)) return false
  if (NORTH_AMERICAN.test(raw) && readPhones(raw, 'US').length > 0) return true
  const formed = INTERNATIONAL.test(raw)
    ? /[ ()/-]/.test(raw) && isReadable(raw, reads)
    : NATIONAL_FORMS.some((form) => form.test(raw))
  return formed && inContactPlace()
}

/** A field of its own in a short line among contacts: in the head or foot, in an address, on a contact page. */
function isContactField(
  lines: readonly PageLine[],
  index: number,
  line: PageLine,
  run: DigitRun,
  contactPage: boolean,
): boolean {
  const before = line.text.slice(0, run.from).trim()
  const after = line.text.slice(run.to).trim()
  const field =
    before.length + after.length <= SHORT_LINE &&
    !/[\p{L}\p{N}]$/u.test(before) &&
    !/^[\p{L}\p{N}]/u.test(after)
  if (!field && !FIVE_PAIRS.test(run.raw)) return hasLabelledNumbers(line.text)
  if (contactPage || isInAddress(line)) return true
  const near = [line, lines[index - 1], lines[index - 2], lines[index + 1], lines[index + 2]]
  const mail = near.some((other) => other && other.text.length < 80 && /[@＠]|\be-?mail/i.test(other.text))
  // Among numbers that have a label: "Office", "Bookings".
  const around = lines.slice(Math.max(0, index - LIST_LINES), index + LIST_LINES + 1)
  if (around.some((other) => other !== line && isLabelled(other.text))) return true
  return isInFrame(findElementAt(line, run.from)) && (mail || before + after === '')
}

/** A line of contacts, in which other numbers have labels: "Shop 031 … · Mobile 079 …". */
function hasLabelledNumbers(text: string): boolean {
  return (
    text.length <= MAX_CONTACT_LINE &&
    findPhoneWords(text).some(({ kind }) => kind === 'fax' || kind === 'mobile')
  )
}

function isLabelled(text: string): boolean {
  const kind = text.length < 80 ? readPhoneLabel(text.replace(/[+(]?\d[\s\S]*$/, ''))?.kind : null
  return kind === 'phone' || kind === 'mobile' || kind === 'fax'
}

function isInAddress(line: PageLine): boolean {
  for (let at: PageLine['block'] | null = line.block, up = 0; at && up < 4; at = at.parent, up += 1) {
    if (
      at.tag === 'address' ||
      /(?:^|[\s_-])(?:contact|kontakt|contacto|address|adresse|vcard)(?:$|[\s_-])/i.test(at.attrs.class ?? '')
    )
      return true
  }
  return false
}

const isOnlyJoin = (between: string): boolean =>
  /^\s?(?:[,;/|·-]|or|and|oder|und|ou|et|o|y|e|u\.)?\s?$/i.test(between)

const isLast = (text: string, run: DigitRun): boolean => text.slice(run.to).trim() === ''
