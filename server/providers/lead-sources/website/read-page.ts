import { findEmails } from './emails/find-emails.ts'
import type { PageFindings } from './findings.ts'
import { findOrganisations } from './organisation/find-organisations.ts'
import type { PageTree } from './page-tree.ts'
import { findPeople } from './people/find-people.ts'
import { findPhones } from './phones/find-phones.ts'
import { findSocials } from './socials/find-socials.ts'

/** Everything a page holds, without the page: elements are let go, so that it can be thrown away. */
export function readPage(page: PageTree): PageFindings {
  const emails = findEmails(page)
  const phones = findPhones(page)
  const people = findPeople(page, emails, phones)
  return {
    url: page.url,
    lang: page.lang,
    title: page.title,
    emails: emails.map((email) => ({ ...email, at: null })),
    phones: phones.map((phone) => ({ ...phone, at: null })),
    socials: findSocials(page).map((social) => ({ ...social, at: null })),
    people: people.map((person) => ({ ...person, block: null })),
    organisations: findOrganisations(page),
  }
}
