import { editDistance } from '#contract/core/edit-distance.ts'
import { foldToWord } from '#server/platform/text/fold-text.ts'
import { decodeUri } from '../decode-uri.ts'
import type { PageFindings, SourceStatus } from '../findings.ts'
import { classifyPage, type PageKind } from '../page/page-kind.ts'
import type { Sighting, WebsiteSocial } from '../website-report.ts'
import { type Profile, readProfile } from './read-profile.ts'

/** How much a place speaks for a profile being the company's own. */
const STATUS_POINTS: Record<SourceStatus, number> = { own: 3, frame: 2, body: 0, doubtful: -1, foreign: -9 }
const PAGE_POINTS: Record<PageKind, number> = {
  home: 1,
  contact: 1.5,
  legal: 0.5,
  about: 0.5,
  article: -0.5,
  other: 0,
}
const ALIKE_POINTS = 2
const THREE_PAGES_POINTS = 1
const HALF_OF_PAGES_POINTS = 1
const FEW_PAGES_POINTS = 0.5
/** Profiles of people are the company's only if much says so. */
const PERSONAL_POINTS = -3
const MIN_SCORE = 1.5
/** A second profile in a network must not be far behind the first. */
const MAX_BEHIND_FIRST = 1.5
const MAX_SOURCES = 20
const MAX_SOCIALS = 40

interface Candidate {
  profile: Profile
  /** How often each way to write it occurs. */
  urls: Map<string, number>
  score: number
  own: boolean
  pages: Set<string>
  sources: Sighting[]
}

/**
 * The company's own profiles, best first, each once: those its structured data, head and foot name, those with a name
 * like its own; not the profiles of its people, partners and tools.
 */
export function chooseSocials(domain: string, pages: readonly PageFindings[]): WebsiteSocial[] {
  const candidates = collectCandidates(pages)
  const names = listOwnNames(domain, pages)
  const rated = [...candidates.values()].map((candidate) => {
    const alike = isAlike(candidate.profile.handle, names)
    return { ...candidate, alike, score: candidate.score + scoreBonus(candidate, alike, pages.length) }
  })
  const chosen: typeof rated = []
  for (const candidate of rated.sort((a, b) => b.score - a.score || b.pages.size - a.pages.size)) {
    if (candidate.score < MIN_SCORE) continue
    const first = chosen.find(({ profile }) => profile.network === candidate.profile.network)
    const second =
      !first ||
      candidate.own ||
      (candidate.score >= first.score - MAX_BEHIND_FIRST && (candidate.alike || !first.alike))
    if (second) chosen.push(candidate)
  }
  return chosen.slice(0, MAX_SOCIALS).map(({ profile, urls, sources }) => ({
    network: profile.network,
    url: [...urls].sort((a, b) => b[1] - a[1])[0]?.[0] ?? profile.url,
    sources,
  }))
}

function collectCandidates(pages: readonly PageFindings[]): Map<string, Candidate> {
  const candidates = new Map<string, Candidate>()
  for (const page of pages) {
    const kind = classifyPage(page.url, page.title)
    const claimed = new Set(
      page.people.flatMap(({ socials }) => socials.map((url) => readProfile(url, true)?.key)),
    )
    for (const finding of page.socials) {
      const profile = readProfile(finding.url, true)
      if (!profile || (claimed.has(profile.key) && finding.status !== 'own')) continue
      const status = finding.status ?? 'body'
      const score = STATUS_POINTS[status] + (status === 'body' ? PAGE_POINTS[kind] : 0)
      const candidate: Candidate = candidates.get(profile.key) ?? {
        profile,
        urls: new Map(),
        score,
        own: false,
        pages: new Set(),
        sources: [],
      }
      candidates.set(profile.key, candidate)
      candidate.score = Math.max(candidate.score, score)
      candidate.own ||= status === 'own'
      candidate.urls.set(finding.url, (candidate.urls.get(finding.url) ?? 0) + 1)
      candidate.pages.add(page.url)
      const { sources } = candidate
      const known = sources.some(({ url, method }) => url === page.url && method === finding.method)
      if (!known && sources.length < MAX_SOURCES) sources.push({ url: page.url, method: finding.method })
    }
  }
  return candidates
}

function scoreBonus({ pages, profile }: Candidate, alike: boolean, total: number): number {
  const personal = /\/(?:in|pub|profile|profiles|person)\//.test(profile.url) && profile.network !== 'bluesky'
  return (
    (alike ? ALIKE_POINTS : 0) +
    (personal ? PERSONAL_POINTS : 0) +
    (pages.size >= 3 ? THREE_PAGES_POINTS : 0) +
    (total >= 4 && pages.size * 2 >= total ? HALF_OF_PAGES_POINTS : 0) +
    (total <= 2 ? FEW_PAGES_POINTS : 0)
  )
}

/** Names by which the company is known: its domain and what its pages call it. */
function listOwnNames(domain: string, pages: readonly PageFindings[]): string[] {
  const names = new Set([foldToWord(domain.split('.')[0] ?? domain), foldToWord(domain)])
  for (const page of pages.slice(0, 200))
    for (const { name } of page.organisations.slice(0, 20))
      if (name && names.size < 30) names.add(foldToWord(name))
  return [...names].filter((name) => name.length >= 2)
}

function isAlike(handle: string, names: string[]): boolean {
  const own = foldToWord(decodeUri(handle))
  return names.some((name) => {
    if (own === name) return true
    if (
      own.length >= 3 &&
      name.length >= 3 &&
      (own.includes(name) || (own.length >= 4 && name.includes(own)))
    )
      return true
    return own.length >= 6 && name.length >= 6 && editDistance(own, name, 2) <= 2
  })
}
