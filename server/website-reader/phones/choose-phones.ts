import { type ReadPhone, readPhones } from '#server/platform/text/read-phone.ts'
import type { PageFindings, PhoneFinding, SourceStatus } from '../findings.ts'
import { classifyPage, type PageKind } from '../page/page-kind.ts'
import { isReserved } from '../registrable-domain.ts'
import type { Sighting, WebsitePhone } from '../website-report.ts'
import { isExampleNumber } from './fictional-numbers.ts'
import { isDummyNumber } from './other-numbers.ts'
import { isPhoneLabel, readPhonePurpose } from './phone-names.ts'

/** How much a place speaks for a number being the company's own. */
const STATUS_POINTS: Record<SourceStatus, number> = { own: 3, frame: 2, body: 0, doubtful: -2, foreign: -9 }
const PAGE_POINTS: Record<PageKind, number> = {
  home: 1.5,
  contact: 2,
  legal: 1.5,
  about: 1.5,
  article: -1,
  other: 0,
}
const LABEL_POINTS = 0.5
const THREE_PAGES_POINTS = 1
const OTHER_COUNTRY_POINTS = -0.5
/** Enough for a number to count. */
const MIN_SCORE = 1
/** Enough when no number of the website has more. */
const MIN_SCORE_ALONE = 0
/** A website with more numbers than this lists others'. */
const MAX_PHONES = 60
const MAX_SOURCES = 20
/** Different spellings of one website that are read: each costs, and no company has as many numbers. */
const MAX_READ = 5_000
/** Findings of one website that are looked at; a company's numbers stand on its first pages. */
const MAX_FINDINGS = 20_000

interface Candidate {
  number: ReadPhone
  score: number
  fax: boolean
  named: boolean
  mobile: boolean
  extension: string | null
  labels: Map<string, number>
  urls: Set<string>
  sources: Sighting[]
}

/**
 * The company's own phone numbers, best first: valid by the numbering plans, each once with all its sightings. Fax
 * numbers, those of other parties and those in passing (a guest's number in an article) are left out.
 * @param options.country ISO alpha-2 of the website, for numbers without country code; null leaves those out
 */
export function choosePhones(
  pages: readonly PageFindings[],
  options: { domain: string; country: string | null },
): WebsitePhone[] {
  const candidates = new Map<string, Candidate>()
  const readNumbers = createReader(options.country)
  let left = MAX_FINDINGS
  for (const page of pages) {
    const kind = classifyPage(page.url, page.title)
    for (const finding of page.phones.slice(0, left)) {
      left -= 1
      for (const number of readNumbers(finding.raw)) {
        // The numbers of a website under a reserved name are examples, as it is one itself.
        const example = !isReserved(options.domain) && isExampleNumber(number.e164)
        if (example || isDummyNumber(getNationalPart(number, finding))) continue
        addSighting(candidates, number, finding, page.url, kind, options.country)
      }
    }
  }
  const all = [...candidates.values()]
    .filter(({ fax, named, score }) => !(fax && !named) && score > STATUS_POINTS.foreign / 2)
    .map((candidate) => ({
      ...candidate,
      score: candidate.score + (candidate.urls.size >= 3 ? THREE_PAGES_POINTS : 0),
    }))
    .sort((a, b) => b.score - a.score || b.urls.size - a.urls.size)
  const sure = all.filter(({ score }) => score >= MIN_SCORE)
  const chosen = sure.length > 0 ? sure : all.filter(({ score }) => score >= MIN_SCORE_ALONE).slice(0, 3)
  return chosen.slice(0, MAX_PHONES).map(toWebsitePhone)
}

/** Reads each spelling once. */
function createReader(country: string | null): (raw: string) => readonly ReadPhone[] {
  const known = new Map<string, readonly ReadPhone[]>()
  return (raw) => {
    const before = known.get(raw)
    if (before || known.size >= MAX_READ) return before ?? []
    const numbers = readPhones(raw, country)
    known.set(raw, numbers)
    return numbers
  }
}

function addSighting(
  candidates: Map<string, Candidate>,
  number: ReadPhone,
  finding: PhoneFinding,
  url: string,
  kind: PageKind,
  country: string | null,
): void {
  const score =
    STATUS_POINTS[finding.status ?? 'body'] +
    PAGE_POINTS[kind] +
    (finding.label || finding.method === 'tel_link' ? LABEL_POINTS : 0) +
    (country && number.country && number.country !== country ? OTHER_COUNTRY_POINTS : 0)
  const known = candidates.get(number.e164)
  const candidate: Candidate = known ?? {
    number,
    score,
    fax: false,
    named: false,
    mobile: number.mobile,
    extension: null,
    labels: new Map(),
    urls: new Set(),
    sources: [],
  }
  candidates.set(number.e164, candidate)
  // The best place decides: a number that is the company's is so everywhere.
  candidate.score = Math.max(candidate.score, score)
  candidate.fax ||= finding.kind === 'fax'
  candidate.named ||= finding.kind !== 'fax' && isPhoneLabel(finding.label)
  candidate.mobile ||= finding.kind === 'mobile'
  candidate.extension ??= number.extension
  candidate.urls.add(url)
  const purpose = finding.kind === 'fax' ? null : readPhonePurpose(finding.label)
  if (purpose) candidate.labels.set(purpose, (candidate.labels.get(purpose) ?? 0) + 1)
  const { sources } = candidate
  if (
    sources.length < MAX_SOURCES &&
    !sources.some((source) => source.url === url && source.method === finding.method)
  )
    sources.push({ url, method: finding.method })
}

function toWebsitePhone({ number, extension, labels, mobile, sources }: Candidate): WebsitePhone {
  const [label = null] = [...labels].sort((a, b) => b[1] - a[1]).map(([text]) => text)
  return { value: number.e164, extension, label, mobile, person: null, sources }
}

/** The digits without what every number of the country has, to know placeholders by. */
function getNationalPart(number: ReadPhone, finding: PhoneFinding): string {
  return finding.raw.trim().startsWith('+') ? number.e164.slice(-9) : finding.raw
}
