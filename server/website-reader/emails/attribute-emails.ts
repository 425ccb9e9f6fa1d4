import type { PageElement } from '../page/page-tree.ts'
import { findFirstAddress, readWholeAddress } from './address-texts.ts'
import { decodeBase64 } from './decode-text.ts'
import {
  type AddressPart,
  getAddressPart,
  joinAddressParts,
  readDisguisedAddress,
} from './disguised-addresses.ts'
import type { EmailScan } from './email-scan.ts'

/** Names of attributes whose value may be an address in disguise. */
const EMAIL_ATTRIBUTE =
  /mail|adr|addr|enc|obf|crypt|contact|kontakt|href|link|protect|cloak|spam|safe|secret|token|b64|base64|rot|rev|to$|value|text$|content/

/** Attributes for scripts and style sheets that hold an address, plain, in disguise or in parts. */
export function findInAttributes(scan: EmailScan, element: PageElement): void {
  const { attrs, tag } = element
  if (tag === 'joomla-hidden-mail') {
    const address = joinAddressParts(scan, {
      user: decodeBase64(attrs.first ?? ''),
      domain: decodeBase64(attrs.last ?? ''),
    })
    if (address) scan.add({ value: address, method: 'split_markup', at: element })
  }
  // Words that show when pointed at, or are read out; those of fields are examples.
  if (tag !== 'input' && tag !== 'textarea')
    for (const words of [attrs.title, attrs['aria-label']]) {
      const address = words?.includes('@')
        ? (readWholeAddress(scan, words) ?? findFirstAddress(scan, words.slice(0, 200)))
        : null
      if (address) scan.add({ value: address, method: 'text', at: element })
    }
  if (!element.scripted) return
  let parts: Partial<Record<AddressPart, string>> | null = null
  for (const name in attrs) {
    if (!name.startsWith('data-') || name === 'data-cfemail') continue
    const value = attrs[name] ?? ''
    if (value.length < 2 || value.length > 400) continue
    const telling = value.length >= 7 && EMAIL_ATTRIBUTE.test(name)
    const address = telling
      ? readDisguisedAddress(scan, value)
      : value.includes('@')
        ? readWholeAddress(scan, value)
        : null
    if (address) scan.add({ value: address, method: 'split_markup', at: element })
    const part = getAddressPart(name)
    if (part) {
      parts ??= {}
      parts[part] ??= value
    }
  }
  if (parts) {
    const address = joinAddressParts(scan, parts)
    if (address) scan.add({ value: address, method: 'split_markup', at: element })
  }
}
