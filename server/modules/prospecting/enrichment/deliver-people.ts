import type { getEmployeesRun } from '#contract/activity/run-kinds/enrichment.ts'
import { LIST_TYPES } from '#contract/leads/list-types/index.ts'
import { captureCharges, findAllowance, lockAccountWallet } from '#server/modules/accounts/wallet/index.ts'
import type { ProgressOf, RunOf } from '#server/modules/activity/runs/index.ts'
import { addLeads, findEntitiesInLists, suppressedLeads } from '#server/modules/leads/leads/index.ts'
import { fillDuplicates, resolvePeople } from '#server/modules/prospecting/searches/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { SourceLead } from '#server/providers/lead-sources/index.ts'

type GetEmployees = RunOf<typeof getEmployeesRun>

interface Found {
  lead: SourceLead
  entityId: number
}

const { chargeKind } = LIST_TYPES.people
/** Values charged when they are added to a person already in the list; others are free. */
const CONTACTS = ['email', 'phone', 'linkedin_url']

/** People of a company that are in the run's list. */
export async function countPeopleOfCompany(db: Db, run: GetEmployees, domain: string): Promise<number> {
  const { n } = await db
    .selectFrom('lead_info')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('account_id', '=', run.account_id)
    .where('list_id', '=', run.list_id as number)
    .where('domain', '=', domain)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** A batch's people by new and existing, each once and without suppressed ones. */
async function sortFound(ctx: Context, run: GetEmployees, found: readonly SourceLead[]) {
  const values = found.map((lead) => lead.values)
  const isSuppressed = await suppressedLeads.ask(ctx, { accountId: run.account_id, values })
  const allowed = found.filter((_, index) => !isSuppressed[index])
  const entities = await resolvePeople(ctx, run.account_id, allowed)
  const ids = [...new Set(entities.values())]
  const listed = await findEntitiesInLists(ctx, run.account_id, ids, run.list_id as number)
  const each = new Map<number, Found>()
  for (const lead of allowed) {
    const entityId = entities.get(lead.key) as number
    if (!each.has(entityId)) each.set(entityId, { lead, entityId })
  }
  const all = [...each.values()]
  return {
    fresh: all.filter(({ entityId }) => !listed.has(entityId)),
    listed: all.filter(({ entityId }) => listed.has(entityId)),
  }
}

/** Those the run's credits still cover, in order. */
async function affordable(ctx: Context, run: GetEmployees, found: readonly Found[], unitCost: number) {
  const priced = found.filter(({ lead }) => !lead.free).map(({ entityId }) => entityId)
  const payer = { accountId: run.account_id, runId: run.id, userId: run.created_by }
  const need = { unitCost, remaining: priced.length, max: run.input.maxCost }
  const { paid, left } = await findAllowance(ctx, payer, chargeKind, priced, need)
  let budget = left
  return found.filter(({ lead, entityId }) => {
    const cost = lead.free || paid.has(entityId) ? 0 : unitCost
    if (cost > budget) return false
    budget -= cost
    return true
  })
}

/** Assigns leads to the queried company where the source names none. */
const ofCompany = (found: readonly SourceLead[], domain: string): SourceLead[] =>
  found.map((lead) => (lead.values.domain ? lead : { ...lead, values: { ...lead.values, domain } }))

const makeRow = ({ lead, entityId }: Found) => ({
  entityId,
  values: lead.values,
  provenance: { default: lead.origin, ...(lead.origins && { fields: lead.origins }) },
  source: lead.origin.source,
  isSample: false,
})

interface PeopleBatch {
  domain: string
  /** Id of the people source. */
  source: string
  leads: readonly SourceLead[]
  /** Credits for each person. */
  unitCost: number
  /** Number of people that may still be added for the company. */
  remaining: number
}

/**
 * Adds a people source's data about a company to the list, in the caller's transaction: new people, and missing
 * values of existing ones. A person is paid for when new or when a contact is added, and once per account.
 */
export async function deliverPeople(
  ctx: Context,
  run: GetEmployees,
  { domain, source, leads: waiting, unitCost, remaining }: PeopleBatch,
): Promise<{ progress: ProgressOf<typeof getEmployeesRun>; added: number; isSpent: boolean }> {
  const payer = { accountId: run.account_id, runId: run.id, userId: run.created_by }
  await lockAccountWallet(ctx, run.account_id)
  const found = await sortFound(ctx, run, ofCompany(waiting, domain))
  const candidates = [...found.fresh.slice(0, remaining), ...found.listed]
  const affordablePeople = new Set(await affordable(ctx, run, candidates, unitCost))
  const where = { accountId: run.account_id, listId: run.list_id as number, runId: run.id }
  const added = await addLeads(
    ctx,
    where,
    found.fresh.filter((found) => affordablePeople.has(found)).map(makeRow),
  )
  const filled = await fillDuplicates(
    ctx,
    run,
    found.listed.filter((found) => affordablePeople.has(found)),
  )
  const completed = [...filled].filter(([, result]) => result.filled.some((name) => CONTACTS.includes(name)))
  const free = new Set([...affordablePeople].filter(({ lead }) => lead.free).map(({ entityId }) => entityId))
  const deliveries = [
    ...[...added].map(([entityId, leadId]) => ({ entityId, leadId })),
    ...completed.map(([entityId, { leadId }]) => ({ entityId, leadId })),
  ].filter(({ entityId }) => !free.has(entityId))
  const cost = await captureCharges(ctx, payer, { chargeKind, source, unitCost, deliveries })
  const { counts } = run
  const unpaid = candidates.length - affordablePeople.size
  return {
    added: added.size,
    isSpent: unpaid > 0,
    progress: {
      cost: run.cost + cost,
      counts: {
        ...counts,
        people: (counts.people ?? 0) + added.size,
        from_sources: (counts.from_sources ?? 0) + added.size,
        completed: (counts.completed ?? 0) + completed.length,
        charged: (counts.charged ?? 0) + (unitCost > 0 ? cost / unitCost : 0),
        unpaid: (counts.unpaid ?? 0) + unpaid,
      },
    },
  }
}
