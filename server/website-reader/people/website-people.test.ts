import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { foldText } from '#server/platform/text/fold-text.ts'
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

function readSite(site: string): { labels: Labels; people: WebsitePerson[] } {
  const labels: Labels = JSON.parse(readFileSync(`${root}/${site}/labels.json`, 'utf8'))
  const files = globSync('**/*.html', { cwd: `${root}/${site}/html` }).sort()
  const pages = files.map((file): PageFindings => {
    const page = parsePage(
      `https://${labels.canonical_domain}/${file}`,
      readFileSync(`${root}/${site}/html/${file}`, 'utf8'),
    )
    const emails = findEmails(page)
    const { url, lang, title } = page
    return {
      url,
      lang,
      title,
      emails,
      phones: [],
      socials: [],
      people: findPeople(page, emails, []),
      organisations: [],
    }
  })
  return { labels, people: mergePeople(pages) }
}

/** Order and accents of a name do not matter. */
const key = (name: string): string => foldText(name).split(' ').sort().join(' ')

describe.skipIf(root === null)('people of real web sites', () => {
  it.each(SITES)('%s', (site) => {
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
