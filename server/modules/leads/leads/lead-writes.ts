import type { EmailState } from '#contract/leads/email-states.ts'
import { emitLeads } from '#server/modules/activity/webhooks/index.ts'
import { addToListCounts } from '#server/modules/leads/lists/index.ts'
import type { Context } from '#server/platform/context.ts'
import { conflict } from '#server/platform/errors.ts'
import type { LeadEdit } from './changes/change-values.ts'
import { type FoundPlace, writeFound } from './changes/write-found.ts'
import * as emailSearch from './email-search.ts'
import { type RunPlace, recordEmailStates } from './email-search.ts'
import { fillLeads, type LeadFill, withoutSuppressed } from './fill-leads.ts'
import { type EmailSearch, hasEmail, insertLeads, type NewLead, updateEmailState } from './leads-store.ts'
import { withPositionFacts } from './position-facts.ts'
import { suppressedLeads } from './signals.ts'

// Writes to leads by runs and imports, in the caller's transaction. Suppressed values are not written.

export const setEmailSearch = (ctx: Context, where: RunPlace, items: EmailSearch[]) =>
  emailSearch.setEmailSearch(ctx.db, where, items)

export const recordLookup = (
  ctx: Context,
  where: RunPlace,
  leadId: number,
  detail: { want: string; sources: number },
) => emailSearch.recordLookup(ctx.db, where, leadId, detail)

/**
 * Fills empty values of leads, as `fillLeads` does, and updates the list's numbers.
 * @returns the names filled per lead.
 */
export async function fillLeadValues(
  ctx: Context,
  where: RunPlace,
  fills: LeadFill[],
): Promise<Map<number, string[]>> {
  const { done, emails } = await fillLeads(
    ctx.db,
    where,
    await withoutSuppressed(ctx, where.accountId, fills),
  )
  await addToListCounts(ctx, where.accountId, where.listId, { leads: 0, emails })
  return done
}

/** Writes a run's values, as `writeFound` does, without suppressed ones. @returns the leads that changed. */
export async function writeFoundValues(
  ctx: Context,
  where: FoundPlace,
  fills: LeadEdit[],
  overwrites: ReadonlySet<string>,
): Promise<number[]> {
  const allowed = await withoutSuppressed(ctx, where.accountId, fills)
  const { leadIds, emails } = await writeFound(ctx.db, where, allowed, overwrites)
  await addToListCounts(ctx, where.accountId, where.listId, { leads: 0, emails })
  return leadIds
}

/**
 * Updates an email's state on every lead of the account, in the caller's transaction, with a history entry for
 * each changed lead.
 * @returns how many leads and in which lists.
 */
export async function setEmailState(
  ctx: Context,
  accountId: number,
  {
    addresses,
    state,
    because = 'checked',
  }: { addresses: string[]; state: EmailState; because?: 'checked' | 'bounced' },
): Promise<{ leads: number; listIds: number[] }> {
  const rows = await updateEmailState(ctx.db, accountId, addresses, state)
  await recordEmailStates(ctx.db, accountId, rows, { email_state: state, because })
  const change = new Map<number, number>()
  for (const { list_id, had, has } of rows)
    change.set(list_id, (change.get(list_id) ?? 0) + Number(has) - Number(had))
  const listIds = [...change.keys()].sort((a, b) => a - b)
  for (const id of listIds)
    await emitLeads(
      ctx.db,
      { accountId, listId: id },
      'changed',
      rows.flatMap((row) => (row.list_id === id && row.living ? row.id : [])),
    )
  for (const id of listIds)
    await addToListCounts(ctx, accountId, id, { leads: 0, emails: change.get(id) ?? 0 })
  return { leads: rows.length, listIds }
}

/** @throws AppError conflict when values of a lead are on the suppression list. */
export async function refuseSuppressed(
  ctx: Context,
  accountId: number,
  values: Record<string, unknown>,
): Promise<void> {
  const [isSuppressed] = await suppressedLeads.ask(ctx, { accountId, values: [values] })
  if (isSuppressed) throw conflict('This is on your suppression list, so it wasn’t saved')
}

/**
 * Adds leads to a list in the caller's transaction and updates its numbers; skips suppressed ones.
 * @returns entity id -> new lead id.
 */
export async function addLeads(
  ctx: Context,
  where: { accountId: number; listId: number; runId: number | null },
  leads: NewLead[],
): Promise<Map<number, number>> {
  const isSuppressed = await suppressedLeads.ask(ctx, {
    accountId: where.accountId,
    values: leads.map(({ values }) => values),
  })
  const allowed = leads.flatMap((lead, index) =>
    isSuppressed[index] ? [] : { ...lead, values: withPositionFacts(lead.values) },
  )
  const added = await insertLeads(ctx.db, where.accountId, {
    listId: where.listId,
    runId: where.runId,
    leads: allowed,
  })
  await emitLeads(
    ctx.db,
    where,
    'added',
    added.map(({ id }) => id),
  )
  const emails = added.filter(hasEmail).length
  await addToListCounts(ctx, where.accountId, where.listId, { leads: added.length, emails })
  return new Map(added.map((row) => [row.entity_id, row.id]))
}
