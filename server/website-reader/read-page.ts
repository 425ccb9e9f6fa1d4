import { createSteps } from '#server/platform/yield-to-event-loop.ts'
import { findEmails } from './emails/find-emails.ts'
import type { PageFindings } from './findings.ts'
import { findOrganisations } from './organisation/find-organisations.ts'
import { countNamedCountries } from './organisation/named-countries.ts'
import { detectPageLanguage } from './organisation/page-language.ts'
import type { PageTree } from './page/page-tree.ts'
import { findPeople } from './people/find-people.ts'
import { findPhones } from './phones/find-phones.ts'
import { findSocials } from './socials/find-socials.ts'

/**
 * Everything a page holds, without the page: elements are let go, so that it can be thrown away. A hostile page keeps
 * each finder busy for a while, so others get their turn between them.
 */
export async function readPage(page: PageTree): Promise<PageFindings> {
  const step = createSteps()
  const emails = await step(() => findEmails(page))
  const phones = await step(() => findPhones(page))
  const people = await step(() => findPeople(page, emails, phones))
  const socials = await step(() => findSocials(page))
  const organisations = await step(() => findOrganisations(page))
  return copyFindings({
    url: page.url,
    lang: detectPageLanguage(page),
    title: page.title,
    emails: emails.map((email) => ({ ...email, at: null })),
    phones: phones.map((phone) => ({ ...phone, at: null })),
    socials: socials.map((social) => ({ ...social, at: null })),
    people: people.map((person) => ({ ...person, block: null })),
    organisations,
    countries: countNamedCountries(page),
  })
}

/** A copy that shares no text with the page: a short piece of a long text keeps the whole of it in memory. */
const copyFindings = (findings: PageFindings): PageFindings =>
  JSON.parse(JSON.stringify(findings)) as PageFindings
