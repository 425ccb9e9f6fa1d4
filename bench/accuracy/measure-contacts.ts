import { foldToWord } from '#server/platform/text/fold-text.ts'
import { readPhones } from '#server/platform/text/read-phone.ts'
import { parsePage } from '#server/website-reader/page/page-tree.ts'
import { readPage } from '#server/website-reader/read-page.ts'
import { getRegistrableDomain } from '#server/website-reader/registrable-domain.ts'
import { summariseWebsite } from '#server/website-reader/summarise-website.ts'
import { addScore, countOf, emptyHalves, type Halves, type Tally } from './score.ts'
import { isForTuning, readLabelledPages } from './shared-data.ts'

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

/** The most characters between a person and what they are labelled to do. */
const BESIDE = 40

/** Labelled people whom a page names beside one of its labelled functions. */
function peopleWithFunction(html: string, people: readonly string[], functions: readonly string[]): string[] {
  const text = html
    .replace(/<(script|style)\b[\s\S]*?<\/\1>/gi, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
  /** Start and end of each occurrence. */
  const spans = (label: string): [number, number][] => {
    const parts = text.split(label)
    let at = -label.length
    return parts.slice(0, -1).map((part) => {
      at += part.length + label.length
      return [at, at + label.length]
    })
  }
  const roles = functions.flatMap(spans)
  return people.filter((name) =>
    spans(name).some(([start, end]) =>
      roles.some(([from, to]) => from - end <= BESIDE && start - to <= BESIDE),
    ),
  )
}

/**
 * How well pages of businesses are read, compared with labels set by others. Except for phones, a page counts if it
 * has such a label. Null without the shared data.
 */
export async function measureContacts(): Promise<{ pages: number; tallies: Map<string, Halves> } | null> {
  const pages = [...readLabelledPages().values()]
  if (pages.length === 0) return null
  const tallies = new Map<string, Halves>()
  for (const { base, host, html, labels } of pages) {
    const findings = await readPage(parsePage(base, html))
    const report = summariseWebsite(getRegistrableDomain(host) ?? host, [findings])
    const add = (kind: string, score: Tally) => {
      const halves = tallies.get(kind) ?? emptyHalves()
      tallies.set(kind, halves)
      addScore(halves, score, isForTuning(host))
    }
    const truth = (kind: string): string[] => labels[kind] ?? []
    const phones = phonesOf(truth('TEL'), report.country)
    const found = report.phones.map(({ value }) => value)
    add('phones on a page', countOf(phones, found))
    if (truth('EMAIL').length > 0) {
      const emails = report.emails.map(({ value }) => value)
      add('emails on a page', countOf(emailsOf(truth('EMAIL')), emails))
    }
    /** One value of the page, right if it is one of the labels. */
    const addOne = (kind: string, label: string, value: string | null | undefined) => {
      const names = namesOf(truth(label))
      if (names.length === 0) return
      const own = value ? foldToWord(value) : ''
      add(kind, { true: 1, claimed: Number(own !== ''), right: Number(own !== '' && isOneOf(own, names)) })
    }
    addOne('company name', 'ORG', report.name)
    addOne('street of the address', 'STREET', report.address?.street)
    if (truth('STREET').length > 0) addOne('city of the address', 'CITY', report.address?.city)
    addOne('postal code of the address', 'ZIPCODE', report.address?.postal_code)
    add('country known', { true: 1, claimed: 0, right: Number(report.country !== null) })
    const people = namesOf(truth('PER'))
    if (people.length === 0) continue
    const withRole = namesOf(report.people.filter(({ role }) => role).map(({ name }) => name))
    add('people of all kinds', countOf(people, namesOf(report.people.map(({ name }) => name))))
    add('people with role: claimed', { ...countOf(people, withRole), true: 0 })
    const expected = namesOf(peopleWithFunction(html, truth('PER'), truth('FUNC')))
    add('people with role: labelled beside it', { ...countOf(expected, withRole), claimed: 0 })
  }
  return { pages: pages.length, tallies }
}
