import { type DomainProblem, REPEATED_REQUESTS, type ReportedDomain } from '#contract/branding/all-domains.ts'
import type { SiteDomain } from '#contract/branding/domains.ts'

export const DOMAIN_PROBLEM_LABELS: Record<DomainProblem, string> = {
  failing: 'Record missing',
  refused: 'Certificate refused',
  repeated: `Requested ${REPEATED_REQUESTS} times a day or more`,
}

/** States of a domain, for `StateBadge`. */
const DOMAIN_STATE_BADGES: Record<SiteDomain['state'], { state: string; label: string }> = {
  pending: { state: 'queued', label: 'Waiting for DNS' },
  active: { state: 'succeeded', label: 'Active' },
  failing: { state: 'partly', label: 'Record missing' },
  lost: { state: 'failed', label: 'Not served' },
}

/** State of a domain in the report of administrators, for `StateBadge`. */
export function reportedBadge({ state, platform }: Pick<ReportedDomain, 'state' | 'platform'>) {
  if (state) return DOMAIN_STATE_BADGES[state]
  return platform
    ? { state: 'succeeded', label: 'Of the installation' }
    : { state: 'cancelled', label: 'Not added' }
}

export const reportedName = ({ host }: Pick<ReportedDomain, 'host'>): string =>
  host ?? 'Other unknown domains'

/** A proven domain is active only when it also leads here. */
export const domainBadge = ({ state, points_here }: Pick<SiteDomain, 'points_here' | 'state'>) =>
  state === 'active' && points_here === false
    ? { state: 'partly', label: 'Doesn’t lead here yet' }
    : DOMAIN_STATE_BADGES[state]
