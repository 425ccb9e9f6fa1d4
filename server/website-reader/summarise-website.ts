import { readPhones } from '#server/platform/text/read-phone.ts'
import { chooseEmails } from './emails/choose-emails.ts'
import type { PageFindings } from './findings.ts'
import { chooseOrganisation, decideCountry } from './organisation/choose-organisation.ts'
import { mergePeople } from './people/merge-people.ts'
import { choosePhones } from './phones/choose-phones.ts'
import { isExampleNumber } from './phones/fictional-numbers.ts'
import { isReserved } from './registrable-domain.ts'
import { chooseSocials } from './socials/choose-socials.ts'
import type { WebsitePerson, WebsitePhone, WebsiteReport } from './website-report.ts'

/** What the pages of a website say together about its company. */
export type WebsiteSummary = Omit<WebsiteReport, 'signals' | 'pages' | 'problem' | 'moved_to' | 'took_ms'>

/**
 * Puts together what the pages of one website hold.
 * @param domain registrable domain, ASCII, lower case
 */
export function summariseWebsite(domain: string, pages: PageFindings[]): WebsiteSummary {
  const country = decideCountry(domain, pages)
  const people = mergePeople(pages).map((person) => normalisePhone(person, domain, country))
  return {
    domain,
    ...chooseOrganisation(domain, pages),
    country,
    emails: chooseEmails(domain, pages, people),
    phones: choosePhones(pages, { domain, country }).map((phone) => addPerson(phone, people)),
    socials: chooseSocials(domain, pages),
    people,
  }
}

/** Numbers in people's blocks are read once the country of the whole website is known. */
function normalisePhone(person: WebsitePerson, domain: string, country: string | null): WebsitePerson {
  const phone = person.phone === null ? null : (readPhones(person.phone, country)[0]?.e164 ?? null)
  const example = phone !== null && !isReserved(domain) && isExampleNumber(phone)
  return { ...person, phone: example ? null : phone }
}

/** The one person whose number it is; a number that several give is the company's. */
function addPerson(phone: WebsitePhone, people: readonly WebsitePerson[]): WebsitePhone {
  if (phone.person !== null) return phone
  const [first, second] = people.filter((person) => person.phone === phone.value)
  return first && !second ? { ...phone, person: first.name } : phone
}
