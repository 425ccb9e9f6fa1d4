import { emitLeads } from '#server/modules/activity/webhooks/index.ts'
import { recordHistory } from '#server/modules/leads/lists/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { LeadEdit } from './changes/change-values.ts'
import { setValue, valueIn } from './lead-values.ts'
import { hasEmail, type LeadRow, lockLeads, type Origin, updateLeads } from './leads-store.ts'
import { OF_POSITION, positionFacts } from './position-facts.ts'
import { confirms } from './retention.ts'
import { suppressedLeads } from './signals.ts'

/** Values found for an existing lead, each with its source. */
export interface LeadFill {
  leadId: number
  values: Record<string, { value: string | number; origin: Origin }>
}

/** Drops suppressed values; an email's state is dropped with it. */
export async function withoutSuppressed<Fill extends LeadEdit>(
  ctx: Context,
  accountId: number,
  fills: Fill[],
): Promise<Fill[]> {
  const single = fills.flatMap(({ leadId, values }) =>
    Object.entries(values).map(([name, { value }]) => ({ leadId, name, value })),
  )
  const values = single.map(({ name, value }) => ({ [name]: value }))
  const isSuppressed = await suppressedLeads.ask(ctx, { accountId, values })
  const out = new Set(
    single.flatMap(({ leadId, name }, index) => (isSuppressed[index] ? [`${leadId} ${name}`] : [])),
  )
  if (out.size === 0) return fills
  return fills.map((fill) => {
    const isAllowed = (name: string): boolean =>
      !out.has(`${fill.leadId} ${name}`) &&
      !((name === 'email_state' || name === 'email_kind') && out.has(`${fill.leadId} email`))
    return {
      ...fill,
      values: Object.fromEntries(Object.entries(fill.values).filter(([name]) => isAllowed(name))),
    }
  })
}

/**
 * The lead with new values where it had none; returns the filled names. A value is never overwritten; an
 * expiring one is attributed to a second source when that confirms it.
 */
function fill(
  lead: LeadRow,
  { values }: LeadFill,
): { next: LeadRow; filled: string[]; isConfirmed: boolean } {
  const next = { ...lead, fields: { ...lead.fields }, provenance: { ...lead.provenance } }
  const origins = { ...next.provenance.fields }
  const filled: string[] = []
  let isConfirmed = false
  for (const [name, { value, origin }] of Object.entries(values)) {
    // An email's state belongs to that email.
    const follows = (name === 'email_state' || name === 'email_kind') && filled.includes('email')
    const old = valueIn(lead, name)
    const isSame =
      old !== null &&
      confirms(name, { value: old, origin: origins[name] ?? lead.provenance.default }, { value, origin })
    isConfirmed ||= isSame
    if (old !== null && !follows && !isSame) continue
    setValue(next, name, value)
    origins[name] = origin
    if (!isSame) filled.push(name)
  }
  if (filled.includes('position'))
    for (const name of OF_POSITION) {
      const fact = positionFacts(next.position)[name]
      if (fact === null || valueIn(next, name) !== null) continue
      setValue(next, name, fact)
      origins[name] = origins.position as Origin
      filled.push(name)
    }
  next.provenance.fields = origins
  return { next, filled, isConfirmed }
}

/**
 * Fills empty values of leads in the caller's transaction and records them in each lead's history. Deleted leads
 * are skipped.
 * @returns the names filled per lead id, without leads that have none, and the change in leads with an email.
 */
export async function fillLeads(
  db: Db,
  where: { accountId: number; listId: number; runId: number; userId: number | null },
  fills: LeadFill[],
): Promise<{ done: Map<number, string[]>; emails: number }> {
  const byId = new Map(fills.map((item) => [item.leadId, item]))
  const rows = await lockLeads(db, where.accountId, where.listId, [...byId.keys()])
  const done = new Map<number, string[]>()
  const changed: LeadRow[] = []
  let emails = 0
  for (const row of rows) {
    const { next, filled, isConfirmed } = fill(row, byId.get(row.id) as LeadFill)
    if (filled.length > 0 || isConfirmed) changed.push(next)
    if (filled.length === 0) continue
    emails += Number(hasEmail(next)) - Number(hasEmail(row))
    done.set(row.id, filled)
  }
  await updateLeads(db, changed)
  await emitLeads(db, where, 'changed', [...done.keys()])
  await recordHistory(
    db,
    [...done].map(([leadId, filled]) => ({
      accountId: where.accountId,
      listId: where.listId,
      leadId,
      runId: where.runId,
      userId: where.userId,
      event: 'lead.enriched',
      detail: { fields: filled, run_id: where.runId },
    })),
  )
  return { done, emails }
}
