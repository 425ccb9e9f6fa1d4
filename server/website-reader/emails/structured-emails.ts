import { readCardStatus } from '../structured/item-owner.ts'
import { isAboutOthers } from '../structured/organisation-types.ts'
import { readStructured } from '../structured/read-structured.ts'
import { getText } from '../structured/structured-item.ts'
import { readAddressList } from './address-texts.ts'
import type { EmailScan } from './email-scan.ts'

/** Addresses that the page describes for machines: JSON-LD, microdata, hCard, vCard. Those of authors and sponsors are told apart by their context. */
export function findInStructured(scan: EmailScan): void {
  const items = readStructured(scan.page)
  for (const item of items) {
    const emails = item.properties.email
    if (!emails) continue
    const words = [...item.types, getText(item, 'name') ?? '', getText(item, 'contactType') ?? '']
    const others = isAboutOthers(item) || readCardStatus(item, scan.page, items) !== null
    const context = `${others ? 'credits: ' : 'structured: '}${words.filter(Boolean).join(' ')}`
    for (const value of emails) {
      if (typeof value !== 'string') continue
      for (const address of readAddressList(scan, value))
        scan.add({ value: address, method: item.method, at: item.at, context })
    }
  }
}
