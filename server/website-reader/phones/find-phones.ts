import type { PhoneFinding } from '../findings.ts'
import type { PageTree } from '../page/page-tree.ts'
import { linkPhones } from './link-phones.ts'
import { scriptPhones } from './script-phones.ts'
import { structuredPhones } from './structured-phones.ts'
import { textPhones } from './text-phones.ts'

const FINDERS = [structuredPhones, linkPhones, textPhones, scriptPhones]

/**
 * Everything on a page that reads like a phone or fax number, in every form pages use; valid or not is for later, when
 * the country is known. Never IBANs, tax and register numbers, dates, prices and the like. Never throws.
 */
export function findPhones(page: PageTree): PhoneFinding[] {
  return FINDERS.flatMap((find) => find(page))
}
