import type { AuditGrade } from '#contract/prospecting/audits.ts'
import type { SignalReading } from '#server/website-reader/index.ts'
import { CHECKS, type CheckId } from './texts/index.ts'

/** `unknown`: not looked at, or not for long enough to say that something is missing. */
type Outcome = 'problem' | 'fine' | 'unknown'

export interface Check {
  id: CheckId
  outcome: Outcome
  /** Page that shows it. */
  url: string | null
  /** What shows it, in the website’s words or the reader’s. */
  text: string | null
}

export interface AuditReport {
  checks: Check[]
  grade: AuditGrade
  problems: number
  /** Checks that were made. */
  checked: number
  pages: number
}

/** What only all pages together can lack. */
const OF_ALL_PAGES: ReadonlySet<CheckId> = new Set([
  'outdated',
  'no_structured_data',
  'no_contact_form',
  'no_phone_link',
  'no_booking',
  'no_site_email',
  'no_social',
  'no_privacy_page',
])
/** With one of them nobody gets to the rest. */
const CLOSED: readonly CheckId[] = ['dead_site', 'parked', 'bad_certificate']
/** What another answer settles: without encryption there is no certificate, and without an email no provider of it. */
const NEEDS_FINE: Partial<Record<CheckId, CheckId>> = {
  bad_certificate: 'no_https',
  certificate_ends_soon: 'no_https',
  free_mail: 'no_site_email',
}
const GRADES: readonly [AuditGrade, number][] = [
  ['A', 0.9],
  ['B', 0.75],
  ['C', 0.6],
  ['D', 0.4],
]

function readOutcome(id: CheckId, reading: SignalReading, isCut: boolean): Outcome {
  const isProblem = id === 'broken_links' ? Number(reading.value) > 0 : reading.value === 'yes'
  if (!isProblem) return 'fine'
  return isCut && OF_ALL_PAGES.has(id) ? 'unknown' : 'problem'
}

/** The share of checks that are fine decides; a website that doesn’t open safely is the worst. */
export function gradeChecks(checks: readonly Pick<Check, 'id' | 'outcome'>[]): AuditGrade {
  const made = checks.filter(({ outcome }) => outcome !== 'unknown')
  if (made.some(({ id, outcome }) => outcome === 'problem' && CLOSED.includes(id))) return 'F'
  const share = made.filter(({ outcome }) => outcome === 'fine').length / made.length
  return GRADES.find(([, least]) => share >= least)?.[0] ?? 'F'
}

/**
 * What the signals of a website are worth to its owner. `isCut`: the time ran out before all pages were read, so
 * nothing is said to be missing that another page may have. @returns null when nothing is known.
 */
export function makeReport(
  readings: readonly SignalReading[],
  { pages, isCut }: { pages: number; isCut: boolean },
): AuditReport | null {
  const found = new Map(readings.map((reading) => [reading.id, reading]))
  const isClosed = CLOSED.some((id) => found.get(id)?.value === 'yes')
  if (pages === 0 && !isClosed) return null
  const checks = CHECKS.flatMap((id): Check[] => {
    const reading = found.get(id)
    if (reading) {
      const outcome = readOutcome(id, reading, isCut)
      const shown =
        outcome === 'unknown' ? { url: null, text: null } : { url: reading.url, text: reading.text }
      return [{ id, outcome, ...shown }]
    }
    const settledBy = NEEDS_FINE[id]
    if (isClosed || (settledBy && found.get(settledBy)?.value === 'yes')) return []
    return [{ id, outcome: 'unknown', url: null, text: null }]
  })
  const made = checks.filter(({ outcome }) => outcome !== 'unknown')
  const problems = made.filter(({ outcome }) => outcome === 'problem').length
  return { checks, grade: gradeChecks(checks), problems, checked: made.length, pages }
}
