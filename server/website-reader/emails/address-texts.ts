import { decodePercents } from './decode-text.ts'
import type { EmailScan } from './email-scan.ts'
import { readSpelledAddress } from './spelled-emails.ts'
import { readAddressAround } from './text-emails.ts'

/** What people are told to take out of an address before they use it. */
const SPAM_GUARD =
  /[._-]?(?:no-?spam(?:please)?|remove-?this|remove-?me|anti-?spam|delete-?this|spam-?free|kein-?spam|bitte-?entfernen)[._-]?/gi
const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(commat|period|amp|nbsp|colon));?/gi
const NAMED_ENTITIES: Record<string, string> = { commat: '@', period: '.', amp: '&', nbsp: ' ', colon: ':' }

/** Entities that were escaped once too often. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(ENTITY, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name) return NAMED_ENTITIES[name.toLowerCase()] ?? whole
    const code = decimal ? Number.parseInt(decimal, 10) : Number.parseInt(hex ?? '', 16)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
}

/** The one address that a short text is, written in any way a page may write it; null when it is none or more than that. */
export function readWholeAddress(scan: EmailScan, text: string): string | null {
  const trimmed = decodeEntities(text.slice(0, 400))
    .trim()
    .replace(/^mailto:(?:\/\/)?/i, '')
  const clean = trimmed.replace(/^[<"']+|[>"']+$/g, '').replace(SPAM_GUARD, '')
  const sign = clean.indexOf('@')
  if (sign > 0) {
    const match = /\s/.test(clean) ? null : readAddressAround(scan, clean, sign)
    if (match && match.start === 0 && match.end === clean.length) return match.value
  }
  const spelled = readSpelledAddress(scan, clean)
  return spelled && spelled.length + 14 > clean.length ? spelled : null
}

/** All addresses that an address header or the part of a mail link after its scheme names. */
export function readAddressList(scan: EmailScan, list: string): string[] {
  const found: string[] = []
  for (const part of decodeEntities(decodePercents(list.slice(0, 4_000)))
    .split(/[,;]|\s+(?=\S{1,64}@)/)
    .slice(0, 50)) {
    const bracketed = /<([^<>]{3,254})>/.exec(part)?.[1]
    const address =
      readWholeAddress(scan, (bracketed ?? part).replace(/\s*@\s*/, '@')) ?? findFirstAddress(scan, part)
    if (address) found.push(address)
  }
  return found
}

/** The first address that stands in a text as it is. */
export function findFirstAddress(scan: EmailScan, text: string): string | null {
  for (
    let sign = text.indexOf('@'), tries = 0;
    sign >= 0 && tries < 5;
    sign = text.indexOf('@', sign + 1), tries += 1
  ) {
    const match = readAddressAround(scan, text, sign)
    if (match) return match.value
  }
  return null
}
