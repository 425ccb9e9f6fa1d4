import { findEmailsRun } from '#contract/run-kinds/enrichment.ts'
import type { EmailVerificationService } from '#server/modules/email-verification/index.ts'
import type { LeadFill, LeadRow, LeadsService } from '#server/modules/leads/index.ts'
import { defineExecutor, type ProgressOf, type RunContext, type RunOf } from '#server/modules/runs/index.ts'
import type { Wallet } from '#server/modules/wallet/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import { originOfSighting } from '#server/providers/lead-sources/index.ts'
import {
  type CheckAddress,
  companyAddress,
  personAddress,
  type WebsiteReport,
} from '#server/website-reader/index.ts'
import { addressCharges, type CheckedEmail } from './address-charges.ts'
import { findLeadsOf } from './enrichment-store.ts'
import { stateGroup } from './state-group.ts'
import { type VisitDeps, visitWebsites } from './visit-websites.ts'

export interface EnrichExecutorDeps extends VisitDeps {
  db: Db
  leads: LeadsService
  wallet: Wallet
  emailVerification: Pick<EmailVerificationService, 'check'>
}

/** What a web site had for the leads that wait for it. */
interface Visited {
  report: WebsiteReport
  answers: { leadId: number; email: CheckedEmail | null }[]
}

type Context = RunContext<typeof findEmailsRun>
type FindEmails = RunOf<typeof findEmailsRun>

/** Finds an address for each lead of the web site: the company's, or for people their own. */
async function answer(
  context: Context,
  report: WebsiteReport,
  deps: EnrichExecutorDeps,
  signal: AbortSignal,
): Promise<Visited> {
  const { account_id: accountId, id: runId } = context.run
  const { type, listId } = context.run.input
  const ask = {
    signal,
    check: ((address, options) =>
      deps.emailVerification.check(accountId, address, signal, options)) satisfies CheckAddress,
  }
  const ids = await findLeadsOf(deps.db, accountId, runId, report.domain)
  const rows: LeadRow[] = []
  const scope = { accountId, listId, type, timeZone: 'UTC' }
  for await (const chunk of deps.leads.chunks(scope, ids, 1000)) rows.push(...chunk)
  if (type !== 'people') {
    const email = rows.length > 0 ? await companyAddress(report, ask) : null
    return { report, answers: rows.map(({ id }) => ({ leadId: id, email })) }
  }
  const answers: Visited['answers'] = []
  for (const { id, name, position } of rows)
    answers.push({ leadId: id, email: await personAddress(report, { name: name ?? '', position }, ask) })
  return { report, answers }
}

const SOCIAL_FIELDS: Record<string, string> = {
  linkedin: 'linkedin_url',
  facebook: 'facebook_url',
  instagram: 'instagram_url',
}

/** Phone and profiles of the company: found on the way, free of charge. */
function freeValues(report: WebsiteReport): LeadFill['values'] {
  const values: LeadFill['values'] = {}
  const phone = report.phones.find(({ person }) => person === null)
  if (phone) values.phone = { value: phone.value, origin: originOfSighting(phone.sources[0], 0.9) }
  for (const { network, url, sources } of report.socials) {
    const field = SOCIAL_FIELDS[network]
    if (field) values[field] ??= { value: url, origin: originOfSighting(sources[0], 0.9) }
  }
  return values
}

function fillOf(leadId: number, email: CheckedEmail | null, free: LeadFill['values']): LeadFill {
  if (!email) return { leadId, values: free }
  const origin = originOfSighting(email.sources[0], email.confidence)
  return {
    leadId,
    values: {
      email: { value: email.value, origin },
      email_state: { value: email.state, origin },
      email_kind: { value: email.kind, origin },
      ...free,
    },
  }
}

const NOTHING = { found: 0, potential: 0, not_found: 0, inferred: 0, failed: 0, charged: 0 }

/** Counts what came of each lead, and collects the addresses that reached one. */
function takeStock(run: FindEmails, visited: Visited[], filled: Map<number, string[]>) {
  const counts = { ...NOTHING, ...run.counts }
  const delivered = new Map<string, { email: CheckedEmail; leadId: number }>()
  for (const { report, answers } of visited)
    for (const { leadId, email } of answers) {
      if (email === null || !filled.get(leadId)?.includes('email')) {
        counts[report.problem ? 'failed' : 'not_found'] += 1
        continue
      }
      counts[stateGroup(email.state)] += 1
      if (email.kind === 'inferred') counts.inferred += 1
      if (!delivered.has(email.value)) delivered.set(email.value, { email, leadId })
    }
  return { counts, delivered }
}

/** The report with only those addresses that were delivered: the others are nobody's yet. */
function withDelivered({ report, answers }: Visited, delivered: ReadonlyMap<string, unknown>) {
  const own = new Map(
    answers.flatMap(({ email }) =>
      email && delivered.has(email.value) ? [[email.value, email] as const] : [],
    ),
  )
  return { ...report, emails: [...own.values()] }
}

/** Fills the leads of some web sites and pays for their addresses, in one transaction. */
async function deliver(
  db: Db,
  run: FindEmails,
  visited: Visited[],
  deps: EnrichExecutorDeps,
): Promise<ProgressOf<typeof findEmailsRun> & { full: boolean }> {
  const { input } = run
  const all = visited.flatMap(({ answers }) => answers)
  const charges = await addressCharges(
    db,
    run,
    all.flatMap(({ email }) => (email ? [email] : [])),
    deps,
  )
  const affordable = new Set(all.filter(({ email }) => !email || charges.affords(email)))
  const where = { accountId: run.account_id, listId: input.listId, runId: run.id, userId: run.created_by }
  const fills = visited.flatMap(({ report, answers }) => {
    const free = input.type === 'people' ? {} : freeValues(report)
    return answers
      .filter((item) => affordable.has(item))
      .map(({ leadId, email }) => fillOf(leadId, email, free))
  })
  const filled = await deps.leads.fill(db, where, fills)
  const { counts, delivered } = takeStock(run, visited, filled)
  for (const { email, leadId } of delivered.values()) charges.delivered(email, leadId)
  const cost = await charges.capture()
  const addresses = [...delivered.keys()]
  await deps.websites.finish(
    run,
    visited.map((item) => withDelivered(item, delivered)),
    { source: 'website', delivered: addresses, paid: charges.charged(addresses) },
  )
  return {
    done: run.done + visited.length,
    cost: run.cost + cost,
    counts: { ...counts, charged: counts.charged + cost },
    full: affordable.size < all.length,
  }
}

async function findAll(context: Context, deps: EnrichExecutorDeps): Promise<void> {
  const visits = visitWebsites(context, deps, (report, signal) => answer(context, report, deps, signal))
  for await (const group of visits) {
    let full = false
    await context.step(async (run) => {
      const { full: isFull, ...progress } = await deliver(deps.db, run, group, deps)
      full = isFull
      return progress
    })
    // What the person wanted to spend is spent: what comes now could not be paid for.
    if (full) return
  }
}

/** The work of find-emails: reads each web site once, whatever number of leads waits for it. */
export const findEmailsExecutor = (deps: EnrichExecutorDeps) =>
  defineExecutor(findEmailsRun, {
    run: (context) => findAll(context, deps),
    settle: (run) => deps.websites.leave(run),
  })
