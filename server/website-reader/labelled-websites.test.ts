import { describe, expect, it } from 'vitest'
import {
  LABELLED_WEBSITES,
  type LabelledWebsite,
  type WebsiteLabels,
} from '#server/testing/labelled-websites/index.ts'
import { readLocalWebsite, servePages } from '#server/testing/read-local-website.ts'
import type { WebsiteReport } from './website-report.ts'

/** A report in the words of labels, so that both are compared as a whole: nothing missing, nothing too much. */
function labelsOf(report: WebsiteReport): WebsiteLabels {
  const { name, country, address, emails, phones, socials, people } = report
  const staff = people.filter((person) => person.staff)
  return {
    name: name ?? '',
    country: country ?? '',
    address: address as WebsiteLabels['address'],
    emails: Object.fromEntries(emails.map(({ value, kind, person }) => [value, [kind, person]])) as never,
    phones: Object.fromEntries(phones.map(({ value, person }) => [value, person])),
    socials: socials.map(({ url }) => url).sort(),
    staff: Object.fromEntries(staff.map((person) => [person.name, [person.role, person.email]])),
    others: people.flatMap((person) => (person.staff ? [] : [person.name])).sort(),
  }
}

describe('invented websites, from the first request to the report', () => {
  it.each(LABELLED_WEBSITES.map((website) => [website.domain, website] as const))(
    'reads everything that %s says',
    async (domain, { pages, labels }) => {
      const report = await readLocalWebsite(domain, servePages(pages))
      expect(report).toMatchObject({ domain, problem: null, pages: Object.keys(pages).length })
      const { socials, others, ...rest } = labels
      expect(labelsOf(report)).toEqual({ ...rest, socials: [...socials].sort(), others: [...others].sort() })
    },
  )

  it('names the page of every value', async () => {
    const [joinery] = LABELLED_WEBSITES as readonly [LabelledWebsite]
    const report = await readLocalWebsite(joinery.domain, servePages(joinery.pages))
    const seenOn = (sources: WebsiteReport['emails'][number]['sources']) =>
      sources.map(({ url, method }) => `${new URL(url).pathname} ${method}`)
    const emails = Object.fromEntries(report.emails.map(({ value, sources }) => [value, seenOn(sources)]))
    expect(emails).toEqual({
      [`info@${joinery.domain}`]: ['/kontakt obfuscated_text'],
      [`bewerbung@${joinery.domain}`]: ['/kontakt mailto', '/kontakt text'],
      [`j.birkenhof@${joinery.domain}`]: ['/ueber-uns mailto'],
      [`k.wedel@${joinery.domain}`]: ['/ueber-uns obfuscated_text'],
    })
    const phone = report.phones.find(({ value }) => value === '+493023125100')
    expect(seenOn(phone?.sources ?? []).sort()).toEqual(['/impressum text', '/kontakt text'])
  })
})
