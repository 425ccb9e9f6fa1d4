import { EMAIL_FILTER } from '#contract/core/constants.ts'
import { type EmailState, STATES_OF_EMAIL_FILTER } from '#contract/leads/email-states.ts'
import type { CheckAddress } from './check-address.ts'
import type { CheckedEmail, WebsiteEmail, WebsiteReport } from './website-report.ts'

/** Addresses asked about until one is good. */
const MAX_TRIES = 5
/** Lower is better: the company's own address before a function's before a person's. */
const KIND_COST: Record<WebsiteEmail['kind'], number> = { org: 0, role: 2, person: 3, list: 6, inferred: 9 }
/** Functions that do not deal with business from outside. */
const SIDE_DEPARTMENT =
  /^(?:jobs?|karriere|careers?|bewerbung|hr|datenschutz|privacy|dpo|gdpr|legal|abuse|webmaster|hostmaster|postmaster|press|presse|media|billing|invoice|rechnung)/i

const rateState = (state: EmailState): number => {
  if (STATES_OF_EMAIL_FILTER[EMAIL_FILTER.found]?.includes(state)) return 0
  return STATES_OF_EMAIL_FILTER[EMAIL_FILTER.potentialsFound]?.includes(state) ? 1 : 10
}

const computeCost = (email: WebsiteEmail): number =>
  KIND_COST[email.kind] + (SIDE_DEPARTMENT.test(email.value) ? 3 : 0) + (1 - email.confidence)

/**
 * The address at which a company is best written to, with its state; null when its website shows none. Asks about
 * addresses in the order of their use and stops at the first that is found.
 */
export async function findCompanyAddress(
  report: WebsiteReport,
  { check, signal }: { check: CheckAddress; signal: AbortSignal },
): Promise<CheckedEmail | null> {
  const sorted = [...report.emails].sort(
    (a, b) => computeCost(a) - computeCost(b) || (a.value < b.value ? -1 : 1),
  )
  let best: CheckedEmail | null = null
  for (const email of sorted.slice(0, MAX_TRIES)) {
    signal.throwIfAborted()
    const { state } = await check(email.value)
    const checked = { ...email, state }
    if (!best || rateState(state) + computeCost(email) < rateState(best.state) + computeCost(best))
      best = checked
    if (rateState(state) === 0) break
  }
  return best
}
