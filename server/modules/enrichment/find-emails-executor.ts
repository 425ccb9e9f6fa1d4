import type { EmailKind, EmailState } from '#contract/email-states.ts'
import { findEmailsRun } from '#contract/run-kinds/enrichment.ts'
import { websiteSource } from '#contract/sources/website.ts'
import type { EmailVerificationService } from '#server/modules/email-verification/index.ts'
import type { LeadsService } from '#server/modules/leads/index.ts'
import { defineExecutor, type ProgressOf, type RunContext, type RunOf } from '#server/modules/runs/index.ts'
import { askingSource, type SourcesService } from '#server/modules/sources/index.ts'
import type { Wallet } from '#server/modules/wallet/index.ts'
import type { WebsitesService } from '#server/modules/websites/index.ts'
import { abortable } from '#server/platform/abortable.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Enriched, EnrichUnit, LeadToEnrich } from '#server/providers/lead-sources/index.ts'
import { addressCharges, type PricedEmail } from './address-charges.ts'
import { findLeadsOf } from './enrichment-store.ts'
import { stateGroup } from './state-group.ts'

type FindEmails = RunOf<typeof findEmailsRun>
type Answer = Enriched['answers'][number]

export interface FindEmailsDeps {
  db: Db
  leads: LeadsService
  wallet: Wallet
  sources: SourcesService
  websites: WebsitesService
  emailVerification: Pick<EmailVerificationService, 'check'>
}

/** The source that is asked. */
const SOURCE = websiteSource.id
const CHUNK = 1000
/** The address that was found for a lead. */
function emailOf({ values }: Answer): PricedEmail | null {
  const { email, email_state: state, email_kind: kind } = values
  if (!email) return null
  return { value: email.value, state: state?.value as EmailState, kind: kind?.value as EmailKind }
}

const NOTHING = { found: 0, potential: 0, not_found: 0, inferred: 0, failed: 0, charged: 0 }

/** Counts what came of each lead, and collects the addresses that reached one. */
function takeStock(run: FindEmails, done: Enriched[], filled: Map<number, string[]>) {
  const counts = { ...NOTHING, ...run.counts }
  const delivered = new Map<string, { email: PricedEmail; leadId: number }>()
  for (const { problem, answers } of done)
    for (const answer of answers) {
      const email = emailOf(answer)
      if (email === null || !filled.get(answer.leadId)?.includes('email')) {
        counts[problem ? 'failed' : 'not_found'] += 1
        continue
      }
      counts[stateGroup(email.state)] += 1
      if (email.kind === 'inferred') counts.inferred += 1
      if (!delivered.has(email.value)) delivered.set(email.value, { email, leadId: answer.leadId })
    }
  return { counts, delivered }
}

/** Fills the leads of some units and pays for their addresses, in one transaction. */
async function deliver(
  run: FindEmails,
  done: Enriched[],
  deps: FindEmailsDeps,
): Promise<ProgressOf<typeof findEmailsRun> & { full: boolean }> {
  const { db } = deps
  const answers = done.flatMap((unit) => unit.answers)
  const emails = answers.flatMap((answer) => emailOf(answer) ?? [])
  const charges = await addressCharges(db, run, emails, deps)
  const affordable = answers.filter((answer) => {
    const email = emailOf(answer)
    return !email || charges.affords(email)
  })
  const { listId } = run.input
  const where = { accountId: run.account_id, listId, runId: run.id, userId: run.created_by }
  const filled = await deps.leads.fill(where, affordable)
  const { counts, delivered } = takeStock(run, done, filled)
  for (const { email, leadId } of delivered.values()) charges.delivered(email, leadId)
  const cost = await charges.capture()
  const addresses = [...delivered.keys()]
  await deps.sources.keeperOf(SOURCE).finish(
    run,
    done.flatMap(({ evidence }) => evidence ?? []),
    {
      source: SOURCE,
      delivered: addresses,
      paid: charges.charged(addresses),
      leftOut: new Set(emails.map(({ value }) => value).filter((value) => !delivered.has(value))),
    },
  )
  return {
    done: run.done + done.length,
    cost: run.cost + cost,
    counts: { ...counts, charged: counts.charged + cost },
    full: affordable.length < answers.length,
  }
}

/** What still has to be looked up: the websites of the run, each with the leads that wait for it. */
async function openUnits(run: FindEmails, deps: FindEmailsDeps): Promise<EnrichUnit[]> {
  const { account_id: accountId, id: runId } = run
  const { type, listId } = run.input
  const scope = { accountId, listId, type, timeZone: 'UTC' }
  const domains = await deps.websites.unfinished(accountId, runId)
  return domains.map((key) => ({
    key,
    async leads() {
      const ids = await findLeadsOf(deps.db, accountId, runId, key)
      const leads: LeadToEnrich[] = []
      for await (const chunk of deps.leads.chunks(scope, ids, CHUNK))
        leads.push(...chunk.map(({ id, name, position }) => ({ id, name, position })))
      return leads
    },
  }))
}

async function findAll(context: RunContext<typeof findEmailsRun>, deps: FindEmailsDeps): Promise<void> {
  const { run } = context
  const source = deps.sources.get(SOURCE)
  const recorder = deps.sources.keeperOf(SOURCE).recorder(run)
  // Whoever has enough leaves while others are still looked up.
  const ending = new AbortController()
  const signal = AbortSignal.any([context.signal, ending.signal])
  const { account_id: accountId } = run
  const asked = source.enrich?.(
    { type: run.input.type, units: await openUnits(run, deps) },
    {
      ...(await deps.sources.contextOf(accountId, source, { signal, recorder })),
      check: (address, options) => deps.emailVerification.check(accountId, address, signal, options),
    },
  )
  if (!asked) throw new Error(`the source "${SOURCE}" does not enrich`)
  try {
    for await (const group of abortable(asked, context.signal)) {
      let full = false
      await context.step(async (now) => {
        const { full: isFull, ...progress } = await deliver(now, group, deps)
        full = isFull
        return progress
      })
      // What the person wanted to spend is spent: what comes now could not be paid for.
      if (full) return
    }
  } finally {
    ending.abort()
    await recorder.close()
  }
}

/** The work of find-emails: looks each website up once, whatever number of leads waits for it. */
export const findEmailsExecutor = (deps: FindEmailsDeps) =>
  defineExecutor(findEmailsRun, {
    run: (context) => askingSource(() => findAll(context, deps)),
    settle: (run) => deps.sources.keeperOf(SOURCE).leave(run),
  })
