import type { PhoneFinding } from '../findings.ts'
import type { PageTree } from '../page/page-tree.ts'
import { hasOtherForm, isDummyNumber } from './other-numbers.ts'

const ENTRY =
  /["'](telephone|phone|phoneNumber|phone_number|tel|mobile|mobilePhone|fax|faxNumber)["']\s{0,4}:\s{0,4}["'](\+?[\d(][\d ()./-]{5,24}\d)["']/gi
const MAX_ENTRIES = 50

/** Numbers in data that scripts carry. Whose they are is not known. */
export function findScriptPhones(page: PageTree): PhoneFinding[] {
  const found: PhoneFinding[] = []
  for (const { type, text } of page.scripts) {
    if (type.includes('ld+json')) continue
    for (const [, name = '', raw = ''] of text.matchAll(ENTRY)) {
      if (found.length >= MAX_ENTRIES) return found
      if (hasOtherForm(raw) || isDummyNumber(raw) || /^\d{10,}$/.test(raw)) continue
      const kind = /^fax/i.test(name) ? 'fax' : /^mobile/i.test(name) ? 'mobile' : 'phone'
      found.push({ raw, method: 'script', at: null, kind, label: '', status: 'doubtful' })
    }
  }
  return found
}
