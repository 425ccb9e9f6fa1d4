import { findSortedIndex } from '#server/platform/sorted-index.ts'
import type { PageElement } from '../page/page-tree.ts'
import type { EmailScan } from './email-scan.ts'

const MAX_LOCAL = 64
const MAX_DOMAIN = 253
/** Signs that count, per page: more are no address book but an attack. */
const MAX_SIGNS = 5_000

/** Addresses that stand in the text as they are, whatever markup runs through them. */
export function findInText(scan: EmailScan): void {
  const { text } = scan.text
  let signs = 0
  for (let sign = text.indexOf('@'); sign >= 0 && signs < MAX_SIGNS; sign = text.indexOf('@', sign + 1)) {
    signs += 1
    const match = readAddressAround(scan, text, sign)
    if (!match) continue
    const { value, start, end } = match
    const at = scan.text.findElement(start, end)
    if (isCode(at) && !scan.addressReader.isOwnDomain(value.slice(value.lastIndexOf('@') + 1))) continue
    if (isHandle(at, value)) continue
    const split = scan.text.seams.length > 0 && hasSeam(scan.text.seams, start, end)
    scan.add({ value, method: split || isGenerated(at) ? 'split_markup' : 'text', at, offset: start })
  }
}

/** An address and where it stands. */
export interface AddressMatch {
  value: string
  start: number
  end: number
}

/** The address around the @ at `sign`, or null. Looks at some 300 characters at most. */
export function readAddressAround(
  { text: { seams }, addressReader }: EmailScan,
  text: string,
  sign: number,
): AddressMatch | null {
  const [localStart, localEnd] = [findLocalStart(text, sign), sign]
  if (localStart === localEnd || isRefused(text, localStart, sign)) return null
  const domainEnd = findDomainEnd(text, sign + 1)
  if (domainEnd === sign + 1 || isCutOff(text, domainEnd)) return null
  const start = skipLabel(text, localStart, localEnd, seams)
  const local = text.slice(start, localEnd)
  for (const end of listDomainEnds(text, sign + 1, domainEnd, seams)) {
    const value = addressReader.readAddress(local, text.slice(sign + 1, end))
    if (value) return { value, start, end }
  }
  return null
}

/** `a` ASCII and accented Latin, `g` Greek, `c` Cyrillic, `o` any other letter, empty for what names no script. */
function getScript(text: string, index: number): string {
  const code = text.charCodeAt(index)
  if (code < 0x80) return (code | 32) >= 97 && (code | 32) <= 122 ? 'a' : ''
  if (!/[\p{L}\p{M}]/u.test(text[index] ?? '')) return /[\ud800-\udfff]/.test(text[index] ?? '') ? 'o' : ''
  if (code < 0x250 || (code >= 0x1e00 && code < 0x1f00)) return 'a'
  if (code < 0x400) return 'g'
  return code < 0x530 ? 'c' : 'o'
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57
const LOCAL_SIGNS = new Set([..."._%+-'&"].map((sign) => sign.charCodeAt(0)))

/** Where a run of letters of one script, digits and a few signs before the @ begins. */
function findLocalStart(text: string, sign: number): number {
  let start = sign
  let script = ''
  const limit = Math.max(0, sign - MAX_LOCAL)
  while (start > limit) {
    const code = text.charCodeAt(start - 1)
    if (!isDigit(code) && !LOCAL_SIGNS.has(code)) {
      const here = getScript(text, start - 1)
      if (here === '' || (script !== '' && here !== script)) break
      script = here
    }
    start -= 1
  }
  // Quotes, list dashes, escaped spaces and the ellipsis of a cut address do not belong to it.
  const lead = /^(?:(?:%[\da-f]{2})+|[.'&%+-]+)/i.exec(text.slice(start, sign))?.[0] ?? ''
  return start + lead.length
}

const URL_BEFORE =
  /(?:[a-z][a-z\d+.-]{1,15}:\/\/|(?:xmpp|sips?|ssh|git|ftp|acct|jabber|matrix|skype|im):\s?)[^\s|,;<>"]{0,120}$/i

/** Parts of other things: cut and masked addresses, users in URLs, handles of other networks. */
function isRefused(text: string, start: number, sign: number): boolean {
  const before = text[start - 1] ?? ''
  if (
    before === '\0' ||
    before === '…' ||
    before === '@' ||
    before === '*' ||
    before === '•' ||
    text.startsWith('..', start - 2)
  )
    return true
  if (before === '/' && text[start - 2] !== ' ' && text[start - 2] === '/') return true
  const window = text.slice(Math.max(0, start - 140), sign)
  return (window.includes(':') && URL_BEFORE.test(window)) === true
}

function findDomainEnd(text: string, from: number): number {
  let end = from
  let script = ''
  const limit = Math.min(text.length, from + MAX_DOMAIN)
  while (end < limit) {
    const code = text.charCodeAt(end)
    if (code === 46) {
      if (text.charCodeAt(end + 1) === 46) break
      script = ''
    } else if (code !== 45 && !isDigit(code)) {
      const here = getScript(text, end)
      if (here === '' || (script !== '' && here !== script)) break
      script = here
    }
    end += 1
  }
  while (end > from && /[.-]/.test(text[end - 1] ?? '')) end -= 1
  return end
}

/** `info@acme.de…` and `info@acme...org` were cut; `root@host.example:/srv` and `a@b@c` are something else. */
const isCutOff = (text: string, end: number): boolean =>
  /^(?:\.\.|…|@|:[/~\d]|\*|\0)/.test(text.slice(end, end + 2))

/** Where the domain may end: at its end, or, when words are glued to it, before them. */
function listDomainEnds(text: string, from: number, end: number, seams: readonly number[]): number[] {
  const ends = [end]
  // The next field begins with the website.
  const web = /(?:www\.|https?$)/i.exec(text.slice(from, end))
  if (web && web.index > 3) ends.unshift(from + web.index)
  for (const seam of listSeamsWithin(seams, from, end)) ends.push(seam)
  const lastDot = text.lastIndexOf('.', end - 1)
  if (lastDot <= from) return ends
  const label = text.slice(lastDot + 1, end)
  const glued = /^(?:[a-z]{2,}(?=[A-Z\d])|[A-Z]{2,}(?=[a-z\d]))/.exec(label)
  if (glued) ends.push(lastDot + 1 + glued[0].length)
  // The first word of the next sentence.
  if (/^\p{Lu}|^\d/u.test(label)) ends.push(lastDot)
  return ends
}

/** Words that name an address and may stick to it when the markup sets them apart. */
const LABEL =
  /^(?:e-?mail|mail|mailto|email|e-post|epost|correo|courriel|kontakt|contact|contacto|contatto|tel|telefon|phone|fax|mobil|web|adresse|address|or|oder|ou)[-.:]?$/i
const GLUED_LABEL = /^(?:E-?Mail|e-mail|eMail|Mail|Email|EMAIL|E-MAIL)[-:]?(?=[a-z\d])/
const NUMBER = /^[\d.+-]{6,}$/

/** Leaves out a label or a number that stands right before an address without a space. */
function skipLabel(text: string, start: number, end: number, seams: readonly number[]): number {
  for (const seam of listSeamsWithin(seams, start, end)) {
    const lead = text.slice(start, seam)
    if (LABEL.test(lead) || NUMBER.test(lead)) return seam
    // The last digits of a number whose groups stand before it.
    if (/^\d{1,6}$/.test(lead) && /\d[\s./-]{1,3}$/.test(text.slice(Math.max(0, start - 4), start)))
      return seam
  }
  const glued = GLUED_LABEL.exec(text.slice(start, end))
  // "Mailbox@" and "mailing@" are names.
  const rest = glued ? text.slice(start + glued[0].length, end) : ''
  return glued && rest.length > 3 && !/^(?:ing|box|er|list|bag|room|service)/.test(rest)
    ? start + glued[0].length
    : start
}

/** Seams strictly inside a piece of the text, from the last to the first. */
function listSeamsWithin(seams: readonly number[], start: number, end: number): number[] {
  const within: number[] = []
  for (let index = findSortedIndex(seams, (seam) => seam > start); index < seams.length; index += 1) {
    const seam = seams[index] ?? end
    if (seam >= end) break
    within.unshift(seam)
  }
  return within
}

const hasSeam = (seams: readonly number[], start: number, end: number): boolean =>
  (seams[findSortedIndex(seams, (seam) => seam > start)] ?? end) < end

function isGenerated(at: PageElement): boolean {
  return at.reversed === true || at.before !== undefined || at.after !== undefined
}

const CODE_TAGS = new Set(['code', 'pre', 'kbd', 'samp', 'tt'])

function isCode(at: PageElement): boolean {
  for (let node: PageElement | null = at; node; node = node.parent) if (CODE_TAGS.has(node.tag)) return true
  return false
}

/** `jane@social.example` that leads to `https://social.example/@jane` is a name in a network of servers. */
function isHandle(at: PageElement, value: string): boolean {
  const link = at.tag === 'a' ? at : at.parent
  const href = link?.tag === 'a' ? link.attrs.href : undefined
  return (
    href !== undefined &&
    /^https?:/i.test(href) &&
    href.toLowerCase().includes(`/@${value.toLowerCase().split('@')[0]}`)
  )
}
