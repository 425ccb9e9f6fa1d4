import type { PageElement } from '../page/page-tree.ts'
import { firstAddress, wholeAddress } from './address-texts.ts'
import { type AddressPart, disguisedAddress, joinedAddress, partOf } from './disguises.ts'
import type { EmailScan } from './email-scan.ts'
import { base64Text } from './encodings.ts'

/** Names of attributes whose value may be an address in disguise. */
const TELLING =
  /mail|adr|addr|enc|obf|crypt|contact|kontakt|href|link|protect|cloak|spam|safe|secret|token|b64|base64|rot|rev|to$|value|text$|content/

/** Attributes for scripts and style sheets that hold an address, plain, in disguise or in parts. */
export function findInAttributes(scan: EmailScan, element: PageElement): void {
  const { attrs, tag } = element
  if (tag === 'joomla-hidden-mail') {
    const address = joinedAddress(scan, base64Text(attrs.first ?? ''), base64Text(attrs.last ?? ''))
    if (address) scan.add(address, 'split_markup', element)
  }
  // Words that show when pointed at, or are read out; those of fields are examples.
  if (tag !== 'input' && tag !== 'textarea')
    for (const words of [attrs.title, attrs['aria-label']]) {
      const address = words?.includes('@')
        ? (wholeAddress(scan, words) ?? firstAddress(scan, words.slice(0, 200)))
        : null
      if (address) scan.add(address, 'text', element)
    }
  if (!element.scripted) return
  let parts: Partial<Record<AddressPart, string>> | null = null
  for (const name in attrs) {
    if (!name.startsWith('data-') || name === 'data-cfemail') continue
    const value = attrs[name] ?? ''
    if (value.length < 2 || value.length > 400) continue
    const telling = value.length >= 7 && TELLING.test(name)
    const address = telling
      ? disguisedAddress(scan, value)
      : value.includes('@')
        ? wholeAddress(scan, value)
        : null
    if (address) scan.add(address, 'split_markup', element)
    const part = partOf(name)
    if (part) {
      parts ??= {}
      parts[part] ??= value
    }
  }
  if (parts?.user && parts.domain) {
    const address = joinedAddress(scan, parts.user, parts.domain, parts.suffix)
    if (address) scan.add(address, 'split_markup', element)
  }
}
