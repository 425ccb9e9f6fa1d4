import { findEmailsRun } from '#contract/activity/run-kinds/enrichment.ts'
import type { NotTriedReason } from '#contract/leads/email-search.ts'
import { websiteSource } from '#contract/sources/source-kinds/website.ts'
import type { Wallet } from '#server/modules/accounts/wallet/index.ts'
import {
  defineExecutor,
  type EndState,
  type ProgressOf,
  type RunContext,
  type RunOf,
} from '#server/modules/activity/runs/index.ts'
import { type LeadGuard, type LeadsService, withoutSuppressed } from '#server/modules/leads/leads/index.ts'
import type { EmailVerificationService } from '#server/modules/prospecting/email-verification/index.ts'
import { callSource, type SourcesService } from '#server/modules/sources/sources/index.ts'
import type { WebsitesService } from '#server/modules/sources/websites/index.ts'
import { abortable } from '#server/platform/abortable.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import type { Enriched, EnrichUnit, LeadToEnrich } from '#server/providers/lead-sources/index.ts'
import { addressCharges, type PricedEmail } from './address-charges.ts'
import { countOutcomes, emailOf, outcomesOf } from './email-outcomes.ts'
import * as store from './enrichment-store.ts'
import { leadToEnrich } from './lead-to-enrich.ts'

type FindEmails = RunOf<typeof findEmailsRun>

export interface FindEmailsDeps {
  db: Db
  leads: LeadsService
  wallet: Wallet
  sources: SourcesService
  websites: WebsitesService
  emailVerification: Pick<EmailVerificationService, 'check' | 'unchecked'>
  suppression: LeadGuard
}

/** The queried source. */
const SOURCE = websiteSource.id
const CHUNK = 1000

/** Addresses written to a lead, each once. */
function deliveredOf(answers: Enriched['answers'], filled: Map<number, string[]>) {
  const delivered = new Map<string, { email: PricedEmail; leadId: number }>()
  for (const answer of answers) {
    const email = emailOf(answer)
    if (email && filled.get(answer.leadId)?.includes('email') && !delivered.has(email.value))
      delivered.set(email.value, { email, leadId: answer.leadId })
  }
  return delivered
}

const placeOf = (run: FindEmails) => ({
  accountId: run.account_id,
  listId: run.input.listId,
  runId: run.id,
  userId: run.created_by,
})

const scopeOf = ({ account_id: accountId, input: { listId, type } }: FindEmails) => ({
  accountId,
  listId,
  type,
  timeZone: 'UTC',
})

async function writeOutcomes(run: FindEmails, outcomes: store.ItemOutcome[], { db, leads }: FindEmailsDeps) {
  await store.finishItems(db, run.account_id, run.id, outcomes)
  await leads.setEmailSearch(
    placeOf(run),
    outcomes.map(({ state, ...rest }) => ({
      ...rest,
      state: state === 'potential' ? ('found' as const) : state,
      ...((state === 'not_found' || state === 'unreadable') && { sources: 1 }),
    })),
  )
}

/** Drops suppressed addresses: they count as not found, and are neither stored nor charged. */
async function allowedOf(run: FindEmails, found: Enriched[], deps: FindEmailsDeps): Promise<Enriched[]> {
  const done: Enriched[] = []
  for (const unit of found)
    done.push({
      ...unit,
      answers: await withoutSuppressed(deps.suppression, run.account_id, unit.answers),
    })
  return done
}

/** The addresses of leads that were not filled because they already had one. */
async function existingEmails(
  run: FindEmails,
  answers: Enriched['answers'],
  filled: Map<number, string[]>,
  { leads }: FindEmailsDeps,
): Promise<Map<number, string>> {
  const others = answers.filter((answer) => emailOf(answer) && !filled.get(answer.leadId)?.includes('email'))
  const ids = others.map(({ leadId }) => leadId)
  const held = new Map<number, string>()
  for await (const chunk of leads.chunks(scopeOf(run), ids, CHUNK))
    for (const { id, email } of chunk) if (email) held.set(id, email.toLowerCase())
  return held
}

/** Fills the leads of some units and charges their addresses, in one transaction. */
async function deliver(
  run: FindEmails,
  found: Enriched[],
  deps: FindEmailsDeps,
): Promise<ProgressOf<typeof findEmailsRun> & { full: boolean }> {
  const { db } = deps
  const done = await allowedOf(run, found, deps)
  // Locked before the wallet and the leads, the order used everywhere.
  const items = await store.lockItems(
    db,
    run.account_id,
    run.id,
    done.map(({ unit }) => unit),
  )
  const answers = done.flatMap((unit) => unit.answers)
  const emails = answers.flatMap((answer) => emailOf(answer) ?? [])
  const charges = await addressCharges(db, run, emails, deps)
  const affordable = answers.filter((answer) => {
    const email = emailOf(answer)
    return !email || charges.affords(email)
  })
  const filled = await deps.leads.fill(placeOf(run), affordable)
  const outcomes = outcomesOf(items, done, {
    affordable: new Set(affordable.map(({ leadId }) => leadId)),
    filled,
    held: await existingEmails(run, answers, filled, deps),
  })
  await writeOutcomes(run, outcomes, deps)
  const delivered = deliveredOf(affordable, filled)
  for (const { email, leadId } of delivered.values()) charges.delivered(email, leadId)
  const { cost, charged } = await charges.capture()
  const addresses = [...delivered.keys()]
  await deps.sources.evidenceStoreOf(SOURCE).finish(
    run,
    done.flatMap(({ evidence }) => evidence ?? []),
    {
      source: SOURCE,
      delivered: addresses,
      paid: charges.charged(addresses),
      unitCost: run.input.unitCost,
      leftOut: new Set(emails.map(({ value }) => value).filter((value) => !delivered.has(value))),
    },
  )
  const counts = countOutcomes(run.counts, outcomes)
  const inferred = answers.filter((answer) => {
    const isFilled = filled.get(answer.leadId)?.includes('email')
    return isFilled && emailOf(answer)?.kind === 'inferred'
  })
  return {
    done: run.done + outcomes.length,
    cost: run.cost + cost,
    counts: {
      ...counts,
      inferred: counts.inferred + inferred.length,
      charged: counts.charged + charged,
    },
    full: affordable.length < answers.length,
  }
}

/** Remaining work: the run's websites, each with its waiting leads. */
async function openUnits(run: FindEmails, deps: FindEmailsDeps): Promise<EnrichUnit[]> {
  const { account_id: accountId, id: runId } = run
  const scope = scopeOf(run)
  const domains = await deps.websites.unfinished(accountId, runId)
  return domains.map((key) => ({
    key,
    async leads() {
      const ids = await store.findLeadsOf(deps.db, accountId, runId, key)
      const leads: LeadToEnrich[] = []
      for await (const chunk of deps.leads.chunks(scope, ids, CHUNK)) leads.push(...chunk.map(leadToEnrich))
      return leads
    },
  }))
}

/** Marks leads whose websites are being read. */
const start = (run: FindEmails, domains: string[], { db, leads }: FindEmailsDeps): Promise<void> =>
  transaction(db, async () => {
    const ids = await store.startItems(db, run.account_id, run.id, domains)
    await leads.setEmailSearch(
      placeOf(run),
      ids.map((leadId) => ({ leadId, state: 'running', reason: null })),
    )
  })

/** Why a run with this end has unprocessed leads: a succeeded one stops early only when its credits are spent. */
const REASONS: Record<EndState, NotTriedReason> = {
  succeeded: 'credits',
  cancelled: 'cancelled',
  failed: 'run_failed',
}

/** Marks the run's unprocessed leads as not tried, and counts them. */
async function leave(run: FindEmails, state: EndState, deps: FindEmailsDeps) {
  const reason = REASONS[state]
  const ids = await store.markRemaining(deps.db, run.account_id, run.id, reason)
  const left = ids.map((leadId) => ({ leadId, state: 'not_tried' as const, reason }))
  await deps.leads.setEmailSearch(placeOf(run), left)
  return countOutcomes(run.counts, left)
}

async function findAll(context: RunContext<typeof findEmailsRun>, deps: FindEmailsDeps): Promise<void> {
  const { run } = context
  const source = deps.sources.get(SOURCE)
  const recorder = deps.sources.evidenceStoreOf(SOURCE).recorder(run, (domains) => start(run, domains, deps))
  // Stops lookups in progress when the loop below ends early.
  const ending = new AbortController()
  const signal = AbortSignal.any([context.signal, ending.signal])
  const { account_id: accountId } = run
  const requested = source.enrich?.(
    { type: run.input.type, wants: ['email', 'phone', 'profile'], units: await openUnits(run, deps) },
    {
      ...(await deps.sources.contextOf(accountId, source, { signal, recorder })),
      check: (address, options) => deps.emailVerification.check(accountId, address, signal, options),
    },
  )
  if (!requested) throw new Error(`the source "${SOURCE}" does not enrich`)
  try {
    for await (const group of abortable(requested, context.signal)) {
      let full = false
      await context.step(async (now) => {
        const { full: isFull, ...progress } = await deliver(now, group, deps)
        full = isFull
        return progress
      })
      // The person's limit is spent: later results could not be paid for.
      if (full) return
    }
  } finally {
    ending.abort()
    await recorder.close()
  }
}

/** Executor of find-emails: looks each website up once, for any number of waiting leads. */
export const findEmailsExecutor = (deps: FindEmailsDeps) =>
  defineExecutor(findEmailsRun, {
    run: (context) => callSource(() => findAll(context, deps)),
    async settle(run, state, write) {
      await deps.sources.evidenceStoreOf(SOURCE).leave(run)
      await write({ counts: await leave(run, state, deps) })
    },
  })
