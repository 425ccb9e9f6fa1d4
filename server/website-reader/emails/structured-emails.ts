import { isOthers } from '../structured/organisation-types.ts'
import { readStructured } from '../structured/read-structured.ts'
import { textOf } from '../structured/structured-item.ts'
import { statusOfCard } from '../structured/whose-item.ts'
import { addressList } from './address-texts.ts'
import type { EmailScan } from './email-scan.ts'

/** Addresses that the page describes for machines: JSON-LD, microdata, hCard, vCard. Those of authors and sponsors are told apart by their context. */
export function findInStructured(scan: EmailScan): void {
  const items = readStructured(scan.page)
  for (const item of items) {
    const emails = item.properties.email
    if (!emails) continue
    const words = [...item.types, textOf(item, 'name') ?? '', textOf(item, 'contactType') ?? '']
    const others = isOthers(item) || statusOfCard(item, scan.page, items) !== null
    const context = `${others ? 'credits: ' : 'structured: '}${words.filter(Boolean).join(' ')}`
    for (const value of emails) {
      if (typeof value !== 'string') continue
      for (const address of addressList(scan, value)) scan.add(address, item.method, item.at, context)
    }
  }
}
