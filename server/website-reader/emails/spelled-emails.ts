import type { EmailScan } from './email-scan.ts'
import { isDepartmentMailbox } from './mailbox-words.ts'
import {
  AT_BARE,
  AT_BRACKETED,
  DOT_BARE_HERE,
  DOT_BEFORE,
  DOT_BRACKETED_HERE,
  DOT_SPACED_HERE,
  MAYBE_SPELLED,
  PROSE_WORDS,
} from './spelled-signs.ts'

const LABEL_HERE = /[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,62})/uy
const LOCAL_BEFORE = /[\p{L}\p{N}_%+][\p{L}\p{N}._%+-]{0,63}$/u
const MAX_LABELS = 6
const MAX_SIGNS = 2_000

/** Addresses whose signs are spelled out or set apart: `info [at] acme (dot) de`, `info @ acme . de`. */
export function findSpelledEmails(scan: EmailScan): void {
  const { text } = scan.text
  for (const { value, start, end } of findSpelledAddresses(scan, text)) {
    scan.add({ value, method: 'obfuscated_text', at: scan.text.findElement(start, end), offset: start })
  }
}

/** An address that a value spells out (`info(at)acme(dot)de`) or holds as it is; null for none. For attributes and scripts. */
export function readSpelledAddress(scan: EmailScan, value: string): string | null {
  return findSpelledAddresses(scan, value.slice(0, 300))[0]?.value ?? null
}

interface SpelledAddress {
  value: string
  start: number
  end: number
}

function findSpelledAddresses(scan: EmailScan, text: string): SpelledAddress[] {
  if (!MAYBE_SPELLED.test(text)) return []
  const found: SpelledAddress[] = []
  for (const [pattern, bare] of [
    [AT_BRACKETED, false],
    [AT_BARE, true],
  ] as const) {
    let signs = 0
    for (const { 0: sign, index } of text.matchAll(pattern)) {
      signs += 1
      if (signs > MAX_SIGNS) break
      const address = readAround(scan, text, index, index + sign.length, bare ? sign : null)
      if (address) found.push(address)
    }
  }
  return found
}

/** @param bare the sign when it has no brackets: prose uses the same words, so that more has to speak for an address. */
function readAround(
  scan: EmailScan,
  text: string,
  from: number,
  to: number,
  bare: string | null,
): SpelledAddress | null {
  const domain = readDomain(text, skipSpaces(text, to))
  if (!domain) return null
  const local = readLocal(text, from)
  if (!local) return null
  const spaced = bare !== null || /\s/.test(text[from - 1] ?? '')
  for (let count = domain.labels.length; count >= 2; count -= 1) {
    const name = domain.labels.slice(0, count).join('.')
    const value = scan.addressReader.readAddress(local.text, name) ?? cutGluedWord(scan, local.text, name)
    if (!value) continue
    const own = scan.addressReader.isOwnDomain(value.slice(value.lastIndexOf('@') + 1))
    if (
      !isMeantAsAddress(text, local, {
        bare,
        spaced,
        own,
        dotWord: domain.dotWords >= 1 && count >= 2,
        sign: text.slice(from, to),
      })
    )
      return null
    return { value, start: local.start, end: domain.ends[count - 1] ?? to }
  }
  return null
}

function cutGluedWord(scan: EmailScan, local: string, name: string): string | null {
  const cut = /^(.*\.[a-z]{2,})[A-Z\d]/.exec(name)?.[1]
  return cut ? scan.addressReader.readAddress(local, cut) : null
}

const skipSpaces = (text: string, from: number): number => {
  let index = from
  while (index < from + 3 && text[index] === ' ') index += 1
  return index
}

interface SpelledDomain {
  labels: string[]
  /** Where each label ends. */
  ends: number[]
  dotWords: number
}

function readDomain(text: string, from: number): SpelledDomain | null {
  const name: SpelledDomain = { labels: [], ends: [], dotWords: 0 }
  let index = from
  while (name.labels.length < MAX_LABELS) {
    const label = matchAt(LABEL_HERE, text, index)
    if (!label) break
    name.labels.push(label.replace(/-+$/, ''))
    index += label.length
    name.ends.push(index)
    const word = matchAt(DOT_BRACKETED_HERE, text, index) ?? matchAt(DOT_BARE_HERE, text, index)
    // A space after a dot ends a sentence, unless no dot was there before.
    const dot =
      word ??
      (text[index] === '.' && text[index + 1] !== ' '
        ? '.'
        : name.labels.length === 1
          ? matchAt(DOT_SPACED_HERE, text, index)
          : null)
    if (!dot) break
    if (word) name.dotWords += 1
    index += dot.length
  }
  return name.labels.length >= 2 ? name : null
}

function matchAt(pattern: RegExp, text: string, index: number): string | null {
  pattern.lastIndex = index
  return pattern.exec(text)?.[0] ?? null
}

interface SpelledLocal {
  text: string
  start: number
}

function readLocal(text: string, end: number): SpelledLocal | null {
  let index = end
  while (index > end - 3 && text[index - 1] === ' ') index -= 1
  let local = ''
  for (let part = 0; part < 4; part += 1) {
    const piece = LOCAL_BEFORE.exec(text.slice(Math.max(0, index - 64), index))?.[0]
    if (!piece) break
    index -= piece.length
    local = local ? `${piece}.${local}` : piece
    const dot = DOT_BEFORE.exec(text.slice(Math.max(0, index - 16), index))?.[0]
    if (!dot) break
    index -= dot.length
  }
  const lead = /^[.%+-]+/.exec(local)?.[0].length ?? 0
  return local.length > lead ? { text: local.slice(lead), start: index + lead } : null
}

interface Evidence {
  bare: string | null
  spaced: boolean
  own: boolean
  dotWord: boolean
  sign: string
}

const LABELLED =
  /(?:mail|mailto|contact|kontakt|correo|courriel|posta|epost|e-post|write to|address|adresse)\s?(?:is|us|:|=|-|–|an|to|at|unter)?\s{0,2}$/i
const SHORT_WORD = /^[[({<]\s?a\s?[\])}>]$/i
const DASHED = /^[-_]/

/** Whether the words around a sign mean an address, not a sentence. */
function isMeantAsAddress(
  text: string,
  local: SpelledLocal,
  { bare, spaced, own, dotWord, sign }: Evidence,
): boolean {
  const name = local.text.toLowerCase()
  const before = text.slice(Math.max(0, local.start - 24), local.start)
  // `www.look-at-me.example` is a host.
  if (/[./@]$/.test(before)) return false
  const known = isDepartmentMailbox(name)
  if (DASHED.test(sign)) return known || own
  if (spaced && PROSE_WORDS.has(name)) return false
  if (bare === null) return !SHORT_WORD.test(sign) || !spaced || known
  // "10 @ 3.50", "Friday @ the.cafe"
  if (/^\d+$/.test(name)) return false
  if (dotWord) return true
  const begins = before === '' || /[\n:|•·>(]\s?$/.test(before) || LABELLED.test(before)
  // ` @name` is how other networks write names.
  if (bare === ' @') return known
  if (bare.includes('@')) return (begins && name === local.text) || known || own || /[._]/.test(name)
  // "our office at acme.example": a mailbox by that name would not have an article.
  const article =
    /\b(?:our|the|my|your|their|his|her|an?|in|of|from|main|head|unser\w*|der|die|das|le|la|les|nos|notre)\s$/i.test(
      before,
    )
  return (
    !article &&
    (LABELLED.test(before) ||
      (begins && known) ||
      (known && own) ||
      bare === ' AT ' ||
      /[a-z]\.[a-z]/.test(name))
  )
}
