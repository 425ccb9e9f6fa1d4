import type { EmailVerificationService } from '#server/modules/email-verification/index.ts'
import type { LeadFill, LeadRow, LeadsService } from '#server/modules/leads/index.ts'
import type { Progress, RunContext, RunExecutor, RunRow } from '#server/modules/runs/index.ts'
import type { Wallet } from '#server/modules/wallet/index.ts'
import type { Db, Trx } from '#server/platform/db/db.ts'
import {
  companyAddress,
  originOfSighting,
  personAddress,
  type WebsiteReport,
} from '#server/providers/lead-sources/index.ts'
import { addressCharges, type CheckedEmail } from './address-charges.ts'
import type { EnrichRunInput } from './enrichment-service.ts'
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

const inputOf = (run: RunRow) => run.input as unknown as EnrichRunInput

/** Finds an address for each lead of the web site: the company's, or for people their own. */
async function answer(
  context: RunContext,
  report: WebsiteReport,
  deps: EnrichExecutorDeps,
): Promise<Visited> {
  const { account_id: accountId, id: runId } = context.run
  const { type, listId } = inputOf(context.run)
  const ask = {
    signal: context.signal,
    check: (address: string) => deps.emailVerification.check(accountId, address, context.signal),
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

/** Fills the leads of one web site and pays for their addresses, in one transaction. */
async function deliver(
  trx: Trx,
  run: RunRow,
  { report, answers }: Visited,
  deps: EnrichExecutorDeps,
): Promise<Progress & { full: boolean }> {
  const input = inputOf(run)
  const emails = answers.flatMap(({ email }) => (email ? [email] : []))
  const charges = await addressCharges(trx, run, emails, deps)
  const affordable = answers.filter(({ email }) => !email || charges.affords(email))
  const where = { accountId: run.account_id, listId: input.listId, runId: run.id, userId: run.created_by }
  const free = input.type === 'people' ? {} : freeValues(report)
  const filled = await deps.leads.fill(
    trx,
    where,
    affordable.map(({ leadId, email }) => fillOf(leadId, email, free)),
  )
  const counts = { ...NOTHING, ...run.counts }
  const delivered = new Map<string, CheckedEmail>()
  for (const { leadId, email } of affordable) {
    const took = email !== null && filled.get(leadId)?.includes('email')
    if (took) {
      charges.delivered(email, leadId)
      delivered.set(email.value, email)
      counts[stateGroup(email.state)] += 1
      if (email.kind === 'inferred') counts.inferred += 1
    } else counts[report.problem ? 'failed' : 'not_found'] += 1
  }
  const cost = await charges.capture()
  counts.charged += cost
  const website = { ...report, emails: [...delivered.values()] }
  await deps.websites.finish(trx, run, website, {
    source: 'website',
    delivered: [...delivered.keys()],
    credits: cost,
  })
  return { done: run.done + 1, cost: run.cost + cost, counts, full: affordable.length < answers.length }
}

async function findAll(context: RunContext, deps: EnrichExecutorDeps): Promise<void> {
  for await (const visited of visitWebsites(context, deps, (report) => answer(context, report, deps))) {
    let full = false
    await context.step(async (trx, run) => {
      const { full: isFull, ...progress } = await deliver(trx, run, visited, deps)
      full = isFull
      return progress
    })
    // What the person wanted to spend is spent: what comes now could not be paid for.
    if (full) return
  }
}

/** The work of find-emails: reads each web site once, whatever number of leads waits for it. */
export const findEmailsExecutor = (deps: EnrichExecutorDeps): RunExecutor => ({
  kind: 'find_emails',
  run: (context) => findAll(context, deps),
  settle: async (trx, run) => {
    await deps.wallet.settle(trx, { accountId: run.account_id, runId: run.id, userId: run.created_by })
  },
})
