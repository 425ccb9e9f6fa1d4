import { findEmailsRun } from '#contract/activity/run-kinds/enrichment.ts'
import type { NotTriedReason } from '#contract/leads/email-search.ts'
import { websiteSource } from '#contract/sources/source-kinds/website.ts'
import {
  defineExecutor,
  type EndState,
  type ProgressOf,
  type RunContext,
  type RunOf,
} from '#server/modules/activity/runs/index.ts'
import {
  fillLeadValues,
  readLeadChunks,
  setEmailSearch,
  withoutSuppressed,
} from '#server/modules/leads/leads/index.ts'
import { checkAddress } from '#server/modules/prospecting/email-verification/index.ts'
import {
  callSource,
  createSourceContext,
  findEvidenceStore,
  getSource,
} from '#server/modules/sources/sources/index.ts'
import { listUnreadWebsites } from '#server/modules/sources/websites/index.ts'
import { abortable } from '#server/platform/abortable.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { createGathering } from '#server/platform/gather.ts'
import type { Enriched, EnrichUnit, LeadToEnrich } from '#server/providers/lead-sources/index.ts'
import type { CheckedWebsite } from '#server/website-reader/index.ts'
import { addressCharges, type PricedEmail } from './address-charges.ts'
import { alsoNotesSignals, noteVisited } from './check-websites-executor.ts'
import { countOutcomes, makeOutcomes, readEmail } from './email-outcomes.ts'
import * as store from './enrichment-store.ts'
import { leadToEnrich } from './lead-to-enrich.ts'
import { notifySignalChanges } from './notify-signal-changes.ts'

type FindEmails = RunOf<typeof findEmailsRun>

/** The queried source. */
const SOURCE = websiteSource.id
const CHUNK = 1000
/** How long the leads of a website wait for those of others, to be read together. */
const GATHER_MS = 100

/** Addresses written to a lead, each once. */
function findDelivered(answers: Enriched['answers'], filled: Map<number, string[]>) {
  const delivered = new Map<string, { email: PricedEmail; leadId: number }>()
  for (const answer of answers) {
    const email = readEmail(answer)
    if (email && filled.get(answer.leadId)?.includes('email') && !delivered.has(email.value))
      delivered.set(email.value, { email, leadId: answer.leadId })
  }
  return delivered
}

const makePlace = (run: FindEmails) => ({
  accountId: run.account_id,
  listId: run.input.listId,
  runId: run.id,
  userId: run.created_by,
})

const makeScope = ({ account_id: accountId, input: { listId, type } }: FindEmails) => ({
  accountId,
  listId,
  type,
  timeZone: 'UTC',
})

async function writeOutcomes(ctx: Context, run: FindEmails, outcomes: store.ItemOutcome[]) {
  await store.finishItems(ctx.db, run.account_id, run.id, outcomes)
  await setEmailSearch(
    ctx,
    makePlace(run),
    outcomes.map(({ state, ...rest }) => ({
      ...rest,
      state: state === 'potential' ? ('found' as const) : state,
      ...((state === 'not_found' || state === 'unreadable') && { sources: 1 }),
    })),
  )
}

/** Drops suppressed addresses: they count as not found, and are neither stored nor charged. */
async function findAllowed(ctx: Context, run: FindEmails, found: Enriched[]): Promise<Enriched[]> {
  const answers = found.flatMap((unit) => unit.answers)
  const allowed = await withoutSuppressed(ctx, run.account_id, answers)
  let end = 0
  return found.map((unit) => {
    const start = end
    end += unit.answers.length
    return { ...unit, answers: allowed.slice(start, end) }
  })
}

/** The addresses of leads that were not filled because they already had one. */
async function existingEmails(
  ctx: Context,
  run: FindEmails,
  answers: Enriched['answers'],
  filled: Map<number, string[]>,
): Promise<Map<number, string>> {
  const others = answers.filter(
    (answer) => readEmail(answer) && !filled.get(answer.leadId)?.includes('email'),
  )
  const ids = others.map(({ leadId }) => leadId)
  const held = new Map<number, string>()
  for await (const chunk of readLeadChunks(ctx, makeScope(run), ids, CHUNK))
    for (const { id, email } of chunk) if (email) held.set(id, email.toLowerCase())
  return held
}

/** Fills the leads of some units and charges their addresses, in one transaction. */
async function deliver(
  ctx: Context,
  run: FindEmails,
  found: Enriched[],
): Promise<ProgressOf<typeof findEmailsRun> & { full: boolean }> {
  const done = await findAllowed(ctx, run, found)
  // Locked before the wallet and the leads, the order used everywhere.
  const items = await store.lockItems(
    ctx.db,
    run.account_id,
    run.id,
    done.map(({ unit }) => unit),
  )
  const answers = done.flatMap((unit) => unit.answers)
  const emails = answers.flatMap((answer) => readEmail(answer) ?? [])
  const charges = await addressCharges(ctx, run, emails)
  const affordable = answers.filter((answer) => {
    const email = readEmail(answer)
    return !email || charges.affords(email)
  })
  const filled = await fillLeadValues(ctx, makePlace(run), affordable)
  const outcomes = makeOutcomes(items, done, {
    affordable: new Set(affordable.map(({ leadId }) => leadId)),
    filled,
    held: await existingEmails(ctx, run, answers, filled),
  })
  await writeOutcomes(ctx, run, outcomes)
  const delivered = findDelivered(affordable, filled)
  for (const { email, leadId } of delivered.values()) charges.delivered(email, leadId)
  const { cost, charged } = await charges.capture()
  const addresses = [...delivered.keys()]
  await findEvidenceStore(ctx, SOURCE).finish(
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
  const visited = done.flatMap(({ evidence }) => (evidence ? [evidence as CheckedWebsite] : []))
  await noteVisited(ctx, run, items, visited)
  const counts = countOutcomes(run.counts, outcomes)
  const inferred = answers.filter((answer) => {
    const isFilled = filled.get(answer.leadId)?.includes('email')
    return isFilled && readEmail(answer)?.kind === 'inferred'
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

/** The waiting leads of each of these websites. */
async function listLeadsOf(ctx: Context, run: FindEmails, domains: string[]): Promise<LeadToEnrich[][]> {
  const items = await store.findLeadsOfCompanies(ctx.db, run.account_id, run.id, domains)
  const domainOf = new Map(items.map(({ leadId, domain }) => [leadId, domain]))
  const leads: LeadToEnrich[] = []
  for await (const chunk of readLeadChunks(ctx, makeScope(run), [...domainOf.keys()], CHUNK))
    leads.push(...chunk.map(leadToEnrich))
  const byDomain = Map.groupBy(leads, ({ id }) => domainOf.get(id))
  return domains.map((domain) => byDomain.get(domain) ?? [])
}

/** Remaining work: the run's websites, each with its waiting leads. */
async function openUnits(ctx: Context, run: FindEmails): Promise<EnrichUnit[]> {
  const domains = await listUnreadWebsites(ctx, run.account_id, run.id)
  const readLeads = createGathering(GATHER_MS, (keys: string[]) => listLeadsOf(ctx, run, keys))
  return domains.map((key) => ({ key, leads: () => readLeads(key) }))
}

/** Marks leads whose websites are being read. */
const markReading = (ctx: Context, run: FindEmails, domains: string[]): Promise<void> =>
  transaction(ctx.db, async () => {
    const ids = await store.startItems(ctx.db, run.account_id, run.id, domains)
    await setEmailSearch(
      ctx,
      makePlace(run),
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
async function leave(ctx: Context, run: FindEmails, state: EndState) {
  const reason = REASONS[state]
  const ids = await store.markRemaining(ctx.db, run.account_id, run.id, reason)
  const left = ids.map((leadId) => ({ leadId, state: 'not_tried' as const, reason }))
  await setEmailSearch(ctx, makePlace(run), left)
  return countOutcomes(run.counts, left)
}

async function findAll(ctx: Context, context: RunContext<typeof findEmailsRun>): Promise<void> {
  const { run } = context
  const source = getSource(ctx, SOURCE)
  const recorder = findEvidenceStore(ctx, SOURCE).recorder(run, (domains) => markReading(ctx, run, domains))
  // Stops lookups in progress when the loop below ends early.
  const ending = new AbortController()
  const signal = AbortSignal.any([context.signal, ending.signal])
  const { account_id: accountId } = run
  const requested = source.enrich?.(
    {
      type: run.input.type,
      wants: ['email', 'phone', 'profile'],
      units: await openUnits(ctx, run),
      withSignals: await alsoNotesSignals(ctx, accountId, run.input.type),
    },
    {
      ...(await createSourceContext(ctx, accountId, source, { signal, recorder })),
      check: (address, options) => checkAddress(ctx, accountId, address, signal, options),
    },
  )
  if (!requested) throw new Error(`the source "${SOURCE}" does not enrich`)
  try {
    for await (const group of abortable(requested, context.signal)) {
      let full = false
      await context.step(async (now) => {
        const { full: isFull, ...progress } = await deliver(ctx, now, group)
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
export const findEmailsExecutor = (ctx: Context) =>
  defineExecutor(findEmailsRun, {
    run: (context) => callSource(() => findAll(ctx, context)),
    async settle(run, state, write) {
      await findEvidenceStore(ctx, SOURCE).leave(run)
      await write({ counts: await leave(ctx, run, state) })
      await notifySignalChanges(ctx, run, state)
    },
  })
