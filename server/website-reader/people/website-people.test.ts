import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { foldText } from '#server/platform/text/fold-text.ts'
import { LABELLED_WEBSITES } from '#server/testing/labelled-websites/index.ts'
import { openData } from '#server/testing/open-data.ts'
import { findEmails } from '../emails/find-emails.ts'
import type { PageFindings } from '../findings.ts'
import { parsePage } from '../page/page-tree.ts'
import type { WebsitePerson } from '../website-report.ts'
import { findPeople } from './find-people.ts'
import { mergePeople } from './merge-people.ts'

interface Labels {
  canonical_domain: string
  people: { name: string; role: string; email?: string }[]
  people_other?: { name: string }[]
  must_not_extract: { people?: string[] }
}

const SITES = ['ackersyndikat', '2i2c', 'fossasia']
const root = openData('sites')

/** The people of a website, from the texts of its pages by address. */
function peopleOf(texts: readonly (readonly [url: string, text: string])[]): WebsitePerson[] {
  const pages = texts.map(([address, text]): PageFindings => {
    const isCard = address.endsWith('.vcf')
    const page = parsePage(address, isCard ? '' : text)
    if (isCard) page.scripts.push({ type: 'text/vcard', text })
    const emails = findEmails(page)
    const people = findPeople(page, emails, [])
    const { url, lang, title } = page
    return { url, lang, title, emails, phones: [], socials: [], people, organisations: [] }
  })
  return mergePeople(pages)
}

function readSite(site: string): { labels: Labels; people: WebsitePerson[] } {
  const labels: Labels = JSON.parse(readFileSync(`${root}/${site}/labels.json`, 'utf8'))
  const files = globSync('**/*.html', { cwd: `${root}/${site}/html` }).sort()
  const people = peopleOf(
    files.map((file) => [
      `https://${labels.canonical_domain}/${file}`,
      readFileSync(`${root}/${site}/html/${file}`, 'utf8'),
    ]),
  )
  return { labels, people }
}

/** Order and accents of a name do not matter. */
const key = (name: string): string => foldText(name).split(' ').sort().join(' ')

describe.skipIf(root === null)('people of real websites', () => {
  it.each(SITES)('are found on %s', (site) => {
    const { labels, people } = readSite(site)
    const found = new Map(people.map((person) => [key(person.name), person]))
    const wanted = labels.people
    const hits = wanted.filter(({ name }) => found.has(key(name)))
    expect(hits.length / wanted.length).toBeGreaterThanOrEqual(0.9)

    const allowed = new Set([...wanted, ...(labels.people_other ?? [])].map(({ name }) => key(name)))
    const extra = people.filter(({ name }) => !allowed.has(key(name)))
    expect(extra.length / Math.max(1, people.length)).toBeLessThanOrEqual(0.05)
    const banned = (labels.must_not_extract.people ?? []).flatMap((text) =>
      text.replace(/\(.*\)/, '').split(','),
    )
    expect(extra.filter(({ name }) => banned.some((text) => key(text) === key(name)))).toEqual([])

    expect(hits.filter(({ name }) => found.get(key(name))?.staff)).toHaveLength(hits.length)
    const wrongAddress = hits.filter(({ name, email }) => email && found.get(key(name))?.email !== email)
    expect(wrongAddress).toEqual([])
  })
})

describe('people of invented websites', () => {
  it.each(LABELLED_WEBSITES.map((website) => [website.domain, website] as const))(
    'are found on %s',
    (domain, { pages, labels }) => {
      const people = peopleOf(Object.entries(pages).map(([path, text]) => [`https://${domain}${path}`, text]))
      const staff = people.filter((person) => person.staff)
      expect(Object.fromEntries(staff.map(({ name, role, email }) => [name, [role, email]]))).toEqual(
        labels.staff,
      )
      const others = people.filter((person) => !person.staff)
      expect(others.map(({ name }) => name).sort()).toEqual([...labels.others].sort())
    },
  )
})
