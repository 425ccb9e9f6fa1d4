import type { EmailFinding } from '../findings.ts'
import { isPlain, type PageTree } from '../page/page-tree.ts'
import { findInAttributes } from './attribute-emails.ts'
import { createEmailScan } from './email-scan.ts'
import { findInFields } from './field-emails.ts'
import { findMailLinks } from './mail-links.ts'
import { findInHandlers, findInScripts } from './script-emails.ts'
import { findSpelledEmails } from './spelled-emails.ts'
import { findInStructured } from './structured-emails.ts'
import { findInText } from './text-emails.ts'

/** Looks at one element after the other. */
const ELEMENT_FORMS = [findMailLinks, findInAttributes, findInFields, findInHandlers]
/** Looks at the page as a whole. */
const PAGE_FORMS = [findInText, findSpelledEmails, findInStructured, findInScripts]

/**
 * The email addresses of a page, in every form pages write them. An address is given once per place and form; file
 * names, examples, machine addresses and names under no existing suffix are none. Never throws; linear in the page.
 */
export function findEmails(page: PageTree): EmailFinding[] {
  const scan = createEmailScan(page)
  for (const element of page.elements) {
    // All of them look at attributes, and most elements have none.
    if (isPlain(element)) continue
    for (const form of ELEMENT_FORMS) form(scan, element)
  }
  for (const form of PAGE_FORMS) form(scan)
  return scan.findings()
}
