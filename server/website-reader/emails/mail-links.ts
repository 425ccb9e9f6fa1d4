import type { PageElement } from '../page/page-tree.ts'
import { addressList } from './address-texts.ts'
import type { EmailScan } from './email-scan.ts'
import { cloudflareText, unescaped } from './encodings.ts'

/** The scheme, also where a page took the link for a path of its own; then what follows it. */
const MAILTO = /^(?:[^?#]{0,200}\/|)\s*mail\s?to\s*:(?:\/\/|\s)*([\s\S]{0,4000})/i
const HTTP_MAILTO = /^https?:\/+mailto:([\s\S]{0,4000})/i
const PROTECTED = /\/cdn-cgi\/l\/email-protection#([\da-f]{8,1024})/i
/** An address in the place of a link, with or without the scheme of a website: the scheme of mail was forgotten. */
const BARE = /^\s*(?:https?:\/{1,2})?([^\s@:/?#<>]{1,64}@[^\s@:/?#<>]{3,190}\.[a-z]{2,24})\/?\s*$/i
/** Web mail that opens with a new message. */
const COMPOSE =
  /^https?:\/\/(?:mail\.google\.com\/mail|outlook\.(?:live|office|office365)\.com\/)[^#]{0,300}[?&](?:to|cc)=([^&#]{5,300})/i
const RECEIVERS = /^(?:to|cc|bcc)$/i

/** Links that open a mail program, and the ones that Cloudflare put in their place. */
export function findMailLinks(scan: EmailScan, element: PageElement): void {
  const { attrs } = element
  const encoded = attrs['data-cfemail']
  if (encoded) addDecoded(scan, element, cloudflareText(encoded.trim()))
  const href = element.tag === 'form' ? attrs.action : attrs.href
  if (!href) return
  const hash = PROTECTED.exec(href)?.[1]
  if (hash) addDecoded(scan, element, cloudflareText(hash))
  const target = linkTarget(href)
  if (target === null || isUnseen(scan, element)) return
  for (const address of mailtoAddresses(scan, target)) scan.add(address, 'mailto', element)
}

/** The part of a mail link after its scheme, or null when it is no mail link. */
export function linkTarget(href: string): string | null {
  // Most links are none; the colon may be escaped.
  if (!/mail\s?to/i.test(href)) return href.includes('@') || href.includes('%40') ? forgotten(href) : null
  const link = /mailto%3a/i.test(href) ? unescaped(href) : href
  return (HTTP_MAILTO.exec(link) ?? MAILTO.exec(link.trim()))?.[1] ?? null
}

const forgotten = (href: string): string | null =>
  href.length < 600 ? (BARE.exec(href)?.[1] ?? COMPOSE.exec(href)?.[1] ?? null) : null

/** Everybody whom a mail link writes to, copies included. */
export function mailtoAddresses(scan: EmailScan, target: string): string[] {
  const query = target.indexOf('?')
  const found = addressList(scan, query < 0 ? target : target.slice(0, query))
  if (query < 0) return found
  for (const pair of target.slice(query + 1).split(/&(?:amp;)?/)) {
    const [name = '', value = ''] = pair.split('=', 2)
    if (RECEIVERS.test(name)) found.push(...addressList(scan, value))
  }
  return found
}

function addDecoded(scan: EmailScan, element: PageElement, text: string | null): void {
  if (!text || isUnseen(scan, element)) return
  for (const address of mailtoAddresses(scan, text.replace(/^mailto:/i, '')))
    scan.add(address, 'cloudflare', element)
}

/** Links in the head and areas of maps are not in the text, yet not hidden. */
function isUnseen(scan: EmailScan, element: PageElement): boolean {
  if (scan.text.startOf(element) >= 0) return false
  for (let node: PageElement | null = element; node; node = node.parent) if (node.hidden) return true
  return false
}
