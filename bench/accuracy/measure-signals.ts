import { readFileSync } from 'node:fs'
import type { SignalId } from '#contract/leads/signals.ts'
import { parsePage } from '#server/website-reader/page/page-tree.ts'
import { readPage } from '#server/website-reader/read-page.ts'
import { getRegistrableDomain } from '#server/website-reader/registrable-domain.ts'
import { findPageSignals } from '#server/website-reader/signals/find-page-signals.ts'
import type { SignalReading } from '#server/website-reader/signals/signal-reading.ts'
import { summariseSignals } from '#server/website-reader/signals/summarise-signals.ts'
import { TECHNOLOGIES } from '#server/website-reader/signals/technologies.ts'
import { summariseWebsite } from '#server/website-reader/summarise-website.ts'
import type { LabelledTrait, Labels } from './labels.ts'
import { SAMPLE_SITES } from './sample-sites.ts'
import { addScore, countOf, emptyHalves, type Halves, type Score } from './score.ts'
import { isForTuning, readLabelledPages, readLabelledSite } from './shared-data.ts'

/** The day for which labels hold. */
const TODAY = new Date('2026-11-29T12:00:00Z')

interface LabelledWebsite extends Labels {
  id: string
  /** Websites of one host are in one half. */
  host: string
  pages: { url: string; html: string }[]
  /** Whether the address says something: pages of a data set were all fetched without encryption. */
  hasScheme: boolean
}

type Row = Labels & ({ id: string } | { site: string })

const ROWS = JSON.parse(readFileSync(new URL('page-labels.json', import.meta.url), 'utf8')) as Row[]

/** Invented websites, and where the shared data is there, pages and websites that others wrote. */
function listWebsites(): LabelledWebsite[] {
  const samples = SAMPLE_SITES.map((site) => ({
    ...site,
    host: site.id,
    hasScheme: true,
    pages: Object.entries(site.pages).map(([path, html]) => ({
      url: `${site.isPlain ? 'http' : 'https'}://${site.id}.example${path}`,
      html,
    })),
  }))
  const pages = readLabelledPages()
  const others = ROWS.flatMap((row): LabelledWebsite[] => {
    if ('site' in row) {
      const found = readLabelledSite(row.site)
      return found.length > 0
        ? [{ ...row, id: row.site, host: row.site, pages: found, hasScheme: false }]
        : []
    }
    const page = pages.get(row.id)
    const one = page && [{ url: page.base, html: page.html }]
    return one ? [{ ...row, host: page.host, pages: one, hasScheme: false }] : []
  })
  return [...samples, ...others]
}

async function readWebsite({ pages, headers = [] }: LabelledWebsite): Promise<SignalReading[]> {
  const seen = []
  const findings = []
  for (const { url, html } of pages) {
    const page = parsePage(url, html)
    findings.push(await readPage(page))
    const signals = findPageSignals(page, headers)
    seen.push({ url, bytes: html.length, firstByteMs: 100, certificateExpires: null, ...signals })
  }
  const host = new URL(pages[0]?.url ?? 'http://none.example').hostname
  const report = summariseWebsite(getRegistrableDomain(host) ?? host, findings)
  return summariseSignals(seen, {
    problem: null,
    status: null,
    certificateError: null,
    linksFollowed: 0,
    broken: [],
    hasEmail: report.emails.length > 0,
    hasSocial: report.socials.length > 0,
    now: TODAY,
  })
}

const LACKS: readonly [SignalId, LabelledTrait][] = [
  ['not_mobile', 'viewport'],
  ['no_title', 'title'],
  ['no_description', 'description'],
  ['no_structured_data', 'structured_data'],
  ['no_contact_form', 'contact_form'],
  ['no_booking', 'booking'],
  ['no_phone_link', 'phone_link'],
  ['no_site_email', 'email'],
  ['no_social', 'social'],
  ['no_privacy_page', 'privacy_page'],
]
const FINDS: readonly [SignalId, LabelledTrait][] = [
  ['hiring', 'hiring'],
  ['newsletter', 'newsletter'],
  ['cookie_banner', 'cookie_banner'],
]

const TECHNOLOGY_NAMES: ReadonlySet<string> = new Set(TECHNOLOGIES.map(({ name }) => name))
/** "WordPress 6.5" is WordPress. */
const withoutVersion = (label: string): string =>
  TECHNOLOGY_NAMES.has(label) ? label : label.replace(/ [\d.]+$/, '')

/** True and found values of one website for each signal that was labelled: those that claim something. */
function compare(site: LabelledWebsite, readings: readonly SignalReading[]): [SignalId, Score][] {
  const readingOf = (id: SignalId) => readings.find((reading) => reading.id === id)?.value
  const yes = (id: SignalId, truth: boolean): [SignalId, Score] => [
    id,
    countOf(truth ? ['yes'] : [], readingOf(id) === 'yes' ? ['yes'] : []),
  ]
  const named = (id: SignalId, truth: readonly string[], found: readonly string[]): [SignalId, Score] => [
    id,
    countOf(truth, found),
  ]
  const parked = yes('parked', site.parked === true)
  const plain =
    site.hasScheme && !site.parked ? [yes('no_https', site.pages[0]?.url.startsWith('http:') === true)] : []
  if (site.parked) return [parked]
  const unsure = new Set(site.unsure)
  const has = new Set(site.has)
  const listed = (id: SignalId) =>
    String(readingOf(id) ?? '')
      .split('; ')
      .filter(Boolean)
  const year = readingOf('last_update')
  const newest = readingOf('last_post')
  return [
    parked,
    ...plain,
    ...LACKS.filter(([, trait]) => !unsure.has(trait)).map(([id, trait]) => yes(id, !has.has(trait))),
    ...FINDS.filter(([, trait]) => !unsure.has(trait)).map(([id, trait]) => yes(id, has.has(trait))),
    named('last_update', site.year ? [String(site.year)] : [], year ? [String(year)] : []),
    named('last_post', site.newest ? [site.newest] : [], newest ? [String(newest)] : []),
    named('languages', site.languages ?? [], listed('languages')),
    ...(site.technology
      ? [named('technology', site.technology, listed('technology').map(withoutVersion))]
      : []),
  ]
}

export interface SignalFigures {
  websites: number
  invented: number
  tallies: Map<SignalId, Halves>
}

/** How often signals claim what is true, and how much of what is true they claim. `explain` is told of mistakes. */
export async function measureSignals(
  explain?: (line: string, isTuned: boolean) => void,
): Promise<SignalFigures> {
  const tallies: SignalFigures['tallies'] = new Map()
  const websites = listWebsites()
  for (const site of websites) {
    const readings = await readWebsite(site)
    const isTuned = isForTuning(site.host)
    for (const [id, score] of compare(site, readings)) {
      const entry = tallies.get(id) ?? emptyHalves()
      tallies.set(id, entry)
      addScore(entry, score, isTuned)
      const text = readings.find((reading) => reading.id === id)?.text ?? ''
      if (score.missed.length + score.wrong.length > 0)
        explain?.(
          `${site.id} ${id}: missed ${score.missed.join(', ')} | wrong ${score.wrong.join(', ')} | ${text}`,
          isTuned,
        )
    }
  }
  return { websites: websites.length, invented: SAMPLE_SITES.length, tallies }
}
