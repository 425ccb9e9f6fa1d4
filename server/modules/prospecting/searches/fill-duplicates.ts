import { fillLeadValues } from '#server/modules/leads/leads/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { SourceLead } from '#server/providers/lead-sources/index.ts'

/**
 * Fills leads of this list with another source's values of the same person, free of charge.
 * @returns the lead of each entity with the names of its filled fields; leads that lacked nothing are omitted
 */
export async function fillDuplicates(
  ctx: Context,
  run: { account_id: number; list_id: number | null; id: number; created_by: number | null },
  duplicates: readonly { lead: SourceLead; entityId: number }[],
): Promise<Map<number, { leadId: number; filled: string[] }>> {
  if (duplicates.length === 0) return new Map()
  const listId = run.list_id as number
  const rows = await ctx.db
    .selectFrom('lead_info as lead')
    .select(['id', 'entity_id'])
    .where('account_id', '=', run.account_id)
    .where('list_id', '=', listId)
    .where('deleted_at', 'is', null)
    .where(
      'entity_id',
      'in',
      duplicates.map(({ entityId }) => entityId),
    )
    .execute()
  const leadOf = new Map(rows.map((row) => [row.entity_id, row.id]))
  const fills = duplicates.flatMap(({ lead, entityId }) => {
    const leadId = leadOf.get(entityId)
    if (leadId === undefined) return []
    const values = Object.entries(lead.values).flatMap(([name, value]) =>
      value === null || value === ''
        ? []
        : [[name, { value, origin: lead.origins?.[name] ?? lead.origin }] as const],
    )
    return [{ leadId, values: Object.fromEntries(values) }]
  })
  const done = await fillLeadValues(
    ctx,
    { accountId: run.account_id, listId, runId: run.id, userId: run.created_by },
    fills,
  )
  return new Map(
    [...leadOf].flatMap(([entityId, leadId]) => {
      const filled = done.get(leadId)
      return filled ? [[entityId, { leadId, filled }] as const] : []
    }),
  )
}
