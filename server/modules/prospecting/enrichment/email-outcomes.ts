import type { RunCounts } from '#contract/activity/run-kinds/define.ts'
import type { findEmailsRun } from '#contract/activity/run-kinds/enrichment.ts'
import type { NotTriedReason } from '#contract/leads/email-search.ts'
import type { EmailKind, EmailState } from '#contract/leads/email-states.ts'
import type { Enriched } from '#server/providers/lead-sources/index.ts'
import type { PricedEmail } from './address-charges.ts'
import type { EnrichItem, ItemOutcome } from './enrichment-store.ts'
import { stateGroup } from './state-group.ts'

type Answer = Enriched['answers'][number]
type Counts = Required<RunCounts<typeof findEmailsRun>>

/** The address that was found for a lead. */
export function readEmail({ values }: Answer): PricedEmail | null {
  const { email, email_state: state, email_kind: kind } = values
  if (!email) return null
  return { value: String(email.value), state: state?.value as EmailState, kind: kind?.value as EmailKind }
}

const notTried = (reason: NotTriedReason) => ({ state: 'not_tried' as const, reason })

/** The outcome of each lead that waited for these websites; one deleted meanwhile was not tried. */
export function makeOutcomes(
  items: EnrichItem[],
  done: Enriched[],
  {
    affordable,
    filled,
    held,
  }: {
    affordable: ReadonlySet<number>
    filled: Map<number, string[]>
    /** Lowercase addresses of the leads that were not filled: another run may have been first. */
    held: ReadonlyMap<number, string>
  },
): ItemOutcome[] {
  const answers = new Map(done.flatMap((unit) => unit.answers.map((answer) => [answer.leadId, answer])))
  const problems = new Map(done.map(({ unit, problem }) => [unit, problem]))
  const outcome = ({ leadId, domain }: EnrichItem): Omit<ItemOutcome, 'leadId'> => {
    const answer = answers.get(leadId)
    if (!answer) return notTried('deleted')
    const email = readEmail(answer)
    const problem = problems.get(domain) ?? null
    if (!email)
      return problem ? { state: 'unreadable', reason: problem } : { state: 'not_found', reason: null }
    if (held.get(leadId) === email.value.toLowerCase())
      return { state: stateGroup(email.state), reason: null }
    if (!affordable.has(leadId)) return notTried('credits')
    if (!filled.get(leadId)?.includes('email')) return notTried('has_email')
    return { state: stateGroup(email.state), reason: null }
  }
  return items.map((item) => ({ leadId: item.leadId, ...outcome(item) }))
}

const NOTHING = { found: 0, potential: 0, not_found: 0, inferred: 0, failed: 0, not_tried: 0, charged: 0 }

/** A run's counts including these outcomes: found, potential, not found, failed and not tried add up to its leads. */
export function countOutcomes(
  before: RunCounts<typeof findEmailsRun>,
  outcomes: Pick<ItemOutcome, 'state'>[],
): Counts {
  const counts: Counts = { ...NOTHING, ...before }
  for (const { state } of outcomes) counts[state === 'unreadable' ? 'failed' : state] += 1
  return counts
}
