import { editDistance } from '#server/platform/text/edit-distance.ts'
import { foldText } from '#server/platform/text/fold-text.ts'
import type { PageFindings, SourceStatus } from '../findings.ts'
import { type PageKind, pageKind } from '../page/page-kind.ts'
import type { Sighting, WebsiteSocial } from '../website-report.ts'
import { type Profile, readProfile } from './read-profile.ts'

/** How much a place speaks for a profile being the company's own. */
const STANDING: Record<SourceStatus, number> = { own: 3, frame: 2, body: 0, doubtful: -1, foreign: -9 }
const PAGE: Record<PageKind, number> = {
  home: 1,
  contact: 1.5,
  legal: 0.5,
  about: 0.5,
  article: -0.5,
  other: 0,
}
const ALIKE = 2
const ON_THREE_PAGES = 1
const ON_HALF_OF_PAGES = 1
const FEW_PAGES = 0.5
/** Profiles of people are the company's only if much says so. */
const PERSONAL = -3
const ENOUGH = 1.5
/** A second profile in a network must not be far behind the first. */
const SECOND = 1.5
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
  const candidates = collect(pages)
  const names = ownNames(domain, pages)
  const rated = [...candidates.values()].map((candidate) => {
    const alike = isAlike(candidate.profile.handle, names)
    return { ...candidate, alike, score: candidate.score + bonus(candidate, alike, pages.length) }
  })
  const chosen: typeof rated = []
  for (const candidate of rated.sort((a, b) => b.score - a.score || b.pages.size - a.pages.size)) {
    if (candidate.score < ENOUGH) continue
    const first = chosen.find(({ profile }) => profile.network === candidate.profile.network)
    const second =
      !first ||
      candidate.own ||
      (candidate.score >= first.score - SECOND && (candidate.alike || !first.alike))
    if (second) chosen.push(candidate)
  }
  return chosen.slice(0, MAX_SOCIALS).map(({ profile, urls, sources }) => ({
    network: profile.network,
    url: [...urls].sort((a, b) => b[1] - a[1])[0]?.[0] ?? profile.url,
    sources,
  }))
}

function collect(pages: readonly PageFindings[]): Map<string, Candidate> {
  const candidates = new Map<string, Candidate>()
  for (const page of pages) {
    const kind = pageKind(page.url, page.title)
    const claimed = new Set(
      page.people.flatMap(({ socials }) => socials.map((url) => readProfile(url, true)?.key)),
    )
    for (const finding of page.socials) {
      const profile = readProfile(finding.url, true)
      if (!profile || (claimed.has(profile.key) && finding.standing !== 'own')) continue
      const standing = finding.standing ?? 'body'
      const score = STANDING[standing] + (standing === 'body' ? PAGE[kind] : 0)
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
      candidate.own ||= standing === 'own'
      candidate.urls.set(finding.url, (candidate.urls.get(finding.url) ?? 0) + 1)
      candidate.pages.add(page.url)
      const { sources } = candidate
      const known = sources.some(({ url, method }) => url === page.url && method === finding.method)
      if (!known && sources.length < MAX_SOURCES) sources.push({ url: page.url, method: finding.method })
    }
  }
  return candidates
}

function bonus({ pages, profile }: Candidate, alike: boolean, total: number): number {
  const personal = /\/(?:in|pub|profile|profiles|person)\//.test(profile.url) && profile.network !== 'bluesky'
  return (
    (alike ? ALIKE : 0) +
    (personal ? PERSONAL : 0) +
    (pages.size >= 3 ? ON_THREE_PAGES : 0) +
    (total >= 4 && pages.size * 2 >= total ? ON_HALF_OF_PAGES : 0) +
    (total <= 2 ? FEW_PAGES : 0)
  )
}

const plain = (text: string): string => foldText(text).replaceAll(' ', '')

/** Names by which the company is known: its domain and what its pages call it. */
function ownNames(domain: string, pages: readonly PageFindings[]): string[] {
  const names = new Set([plain(domain.split('.')[0] ?? domain), plain(domain)])
  for (const page of pages.slice(0, 200))
    for (const { name } of page.organisations.slice(0, 20))
      if (name && names.size < 30) names.add(plain(name))
  return [...names].filter((name) => name.length >= 2)
}

function isAlike(handle: string, names: string[]): boolean {
  let written = handle
  try {
    written = decodeURIComponent(handle)
  } catch {
    // A name that is not encoded as it should be is compared as it stands.
  }
  const own = plain(written)
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
