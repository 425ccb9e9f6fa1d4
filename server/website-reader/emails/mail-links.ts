import type { PageElement } from '../page/page-tree.ts'
import { readAddressList } from './address-texts.ts'
import { decodeCloudflare, decodePercents } from './decode-text.ts'
import type { EmailScan } from './email-scan.ts'

/** The scheme, also where a page took the link for a path of its own; then what follows it. */
const MAILTO = /^(?:[^?#]{0,200}\/|)\s*mail\s?to\s*:(?:\/\/|\s)*([\s\S]{0,4000})/i
const HTTP_MAILTO = /^https?:\/+mailto:([\s\S]{0,4000})/i
const PROTECTED = /\/cdn-cgi\/l\/email-protection#([\da-f]{8,1024})/i
/** An address in the place of a link, with or without the scheme of a website: the scheme of mail was forgotten. */
const BARE_ADDRESS = /^\s*(?:https?:\/{1,2})?([^\s@:/?#<>]{1,64}@[^\s@:/?#<>]{3,190}\.[a-z]{2,24})\/?\s*$/i
/** Web mail that opens with a new message. */
const COMPOSE_LINK =
  /^https?:\/\/(?:mail\.google\.com\/mail|outlook\.(?:live|office|office365)\.com\/)[^#]{0,300}[?&](?:to|cc)=([^&#]{5,300})/i
const RECIPIENT_FIELD = /^(?:to|cc|bcc)$/i

/** Links that open a mail program, and the ones that Cloudflare put in their place. */
export function findMailLinks(scan: EmailScan, element: PageElement): void {
  const { attrs } = element
  const encoded = attrs['data-cfemail']
  if (encoded) addDecoded(scan, element, decodeCloudflare(encoded.trim()))
  const href = element.tag === 'form' ? attrs.action : attrs.href
  if (!href) return
  const hash = PROTECTED.exec(href)?.[1]
  if (hash) addDecoded(scan, element, decodeCloudflare(hash))
  const target = readMailtoTarget(href)
  if (target === null || isUnseen(scan, element)) return
  for (const address of listRecipients(scan, target))
    scan.add({ value: address, method: 'mailto', at: element })
}

/** The part of a mail link after its scheme, or null when it is no mail link. */
export function readMailtoTarget(href: string): string | null {
  // Most links are none; the colon may be escaped.
  if (!/mail\s?to/i.test(href))
    return href.includes('@') || href.includes('%40') ? readBareAddress(href) : null
  const link = /mailto%3a/i.test(href) ? decodePercents(href) : href
  return (HTTP_MAILTO.exec(link) ?? MAILTO.exec(link.trim()))?.[1] ?? null
}

const readBareAddress = (href: string): string | null =>
  href.length < 600 ? (BARE_ADDRESS.exec(href)?.[1] ?? COMPOSE_LINK.exec(href)?.[1] ?? null) : null

/** Everybody whom a mail link writes to, copies included. */
export function listRecipients(scan: EmailScan, target: string): string[] {
  const query = target.indexOf('?')
  const found = readAddressList(scan, query < 0 ? target : target.slice(0, query))
  if (query < 0) return found
  for (const pair of target.slice(query + 1).split(/&(?:amp;)?/)) {
    const [name = '', value = ''] = pair.split('=', 2)
    if (RECIPIENT_FIELD.test(name)) found.push(...readAddressList(scan, value))
  }
  return found
}

function addDecoded(scan: EmailScan, element: PageElement, text: string | null): void {
  if (!text || isUnseen(scan, element)) return
  for (const address of listRecipients(scan, text.replace(/^mailto:/i, '')))
    scan.add({ value: address, method: 'cloudflare', at: element })
}

/** Links in the head and areas of maps are not in the text, yet not hidden. */
function isUnseen(scan: EmailScan, element: PageElement): boolean {
  if (scan.text.findStart(element) >= 0) return false
  for (let node: PageElement | null = element; node; node = node.parent) if (node.hidden) return true
  return false
}
