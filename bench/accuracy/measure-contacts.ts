import { foldToWord } from '#server/platform/text/fold-text.ts'
import { readPhones } from '#server/platform/text/read-phone.ts'
import { parsePage } from '#server/website-reader/page/page-tree.ts'
import { readPage } from '#server/website-reader/read-page.ts'
import { getRegistrableDomain } from '#server/website-reader/registrable-domain.ts'
import { summariseWebsite } from '#server/website-reader/summarise-website.ts'
import { countOf, type Tally } from './score.ts'
import { readLabelledPages } from './shared-data.ts'

export type ContactKind = 'phones' | 'emails' | 'company names' | 'people'

const emptyTally = (): Tally => ({ right: 0, claimed: 0, true: 0 })

/** Texts of labels as the reader writes values. Numbers that nobody can read (vanity, too short) are left out. */
const phonesOf = (texts: readonly string[], country: string | null): string[] => [
  ...new Set(texts.flatMap((text) => readPhones(text, country).map(({ e164 }) => e164))),
]
const emailsOf = (texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap((text) => text.toLowerCase().match(/[\w.+-]{1,64}@[\w-]+\.[\w.-]*\w/g) ?? [])),
]
const namesOf = (texts: readonly string[]): string[] => [...new Set(texts.map(foldToWord).filter(Boolean))]

/** A company's name is right when it is one of its names on the page, or one with its legal form or town left out. */
const isOneOf = (name: string, names: readonly string[]): boolean =>
  names.some(
    (one) =>
      one === name || (Math.min(one.length, name.length) >= 4 && (one.includes(name) || name.includes(one))),
  )

/**
 * How well pages of businesses are read, compared with labels set by others. Emails are judged on pages that have a
 * label, as most of the rest have none for any kind of address. Null without the shared data.
 */
export async function measureContacts(): Promise<{ pages: number; tallies: Map<ContactKind, Tally> } | null> {
  const pages = [...readLabelledPages().values()]
  if (pages.length === 0) return null
  const tallies = new Map<ContactKind, Tally>()
  const add = (kind: ContactKind, truth: readonly string[], found: readonly string[]) => {
    const tally = tallies.get(kind) ?? emptyTally()
    tallies.set(kind, tally)
    const score = countOf(truth, found)
    tally.right += score.right
    tally.claimed += score.claimed
    tally.true += score.true
  }
  for (const { base, host, html, labels } of pages) {
    const findings = await readPage(parsePage(base, html))
    const report = summariseWebsite(getRegistrableDomain(host) ?? host, [findings])
    const truth = (kind: string): string[] => labels[kind] ?? []
    add(
      'phones',
      phonesOf(truth('TEL'), report.country),
      report.phones.map(({ value }) => value),
    )
    if (truth('EMAIL').length > 0)
      add(
        'emails',
        emailsOf(truth('EMAIL')),
        report.emails.map(({ value }) => value),
      )
    const names = namesOf(truth('ORG'))
    const name = report.name ? foldToWord(report.name) : ''
    if (names.length > 0)
      add('company names', ['right'], name ? [isOneOf(name, names) ? 'right' : 'wrong'] : [])
    const people = namesOf(truth('PER'))
    if (people.length > 0) add('people', people, namesOf(report.people.map((person) => person.name)))
  }
  return { pages: pages.length, tallies }
}
