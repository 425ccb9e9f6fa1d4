import { CRM_KINDS, isSender } from '#contract/core/crms/index.ts'
import type { SenderOutcome } from '#contract/leads/crm-outcomes.ts'
import type { LeadStatus } from '#contract/leads/lead-statuses.ts'
import { notify } from '#server/modules/activity/notifications/index.ts'
import { setStatus } from '#server/modules/leads/lead-edits/index.ts'
import { closeChange, openChange } from '#server/modules/leads/leads/index.ts'
import { findListFacts } from '#server/modules/leads/lists/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { CrmError, type SenderEvent } from '#server/providers/crms/index.ts'
import { type ConnectionRow, findConnection, updateConnection } from './connections-store.ts'
import { callCrm } from './crm-access.ts'
import { listOutcomeLeads, listUsedCampaigns, type OutcomeLead } from './outcomes-store.ts'
import { leadsBounced, leadsUnsubscribed } from './signals.ts'
import { findFirstConnected, insertWins } from './wins-store.ts'

/** Read again each time: a sender may list what happened late. What comes twice does nothing twice. */
const OVERLAP_MS = 15 * 60_000

/** Statuses that an outcome replaces: what people decided about a lead stays. */
const REPLACES: Record<SenderOutcome, readonly LeadStatus[]> = {
  replied: ['new', 'contacted'],
  bounced: ['new', 'contacted'],
  unsubscribed: ['new', 'contacted', 'replied', 'interested'],
}

/** In a transaction, the leads of which this is done for the first time. */
async function claim(
  ctx: Context,
  row: ConnectionRow,
  leads: readonly OutcomeLead[],
): Promise<OutcomeLead[]> {
  if (leads.length === 0) return []
  const place = { accountId: row.account_id, connectionId: row.id }
  const fresh = new Set(await insertWins(ctx.db, place, leads))
  return leads.filter(({ lead_id }) => fresh.has(lead_id))
}

/** Sets the status of leads of one list, as one change that can be undone. @returns how many changed */
async function markLeads(
  ctx: Context,
  row: ConnectionRow,
  listId: number,
  { outcome, leads }: { outcome: SenderOutcome; leads: readonly OutcomeLead[] },
): Promise<number> {
  const { account_id: accountId } = row
  const list = await findListFacts(ctx, accountId, listId)
  if (!list || list.is_deleted) return 0
  const place = { accountId, listId, userId: null }
  const detail = { status: outcome, crm: row.label }
  const historyId = await openChange(ctx.db, place, 'leads.status_changed', detail)
  const ids = leads.map(({ lead_id }) => lead_id)
  const count = await setStatus(ctx.db, place, { ids, status: outcome, historyId, from: REPLACES[outcome] })
  const token = await closeChange(ctx.db, accountId, historyId, count)
  if (token !== null)
    await notify(ctx, {
      accountId,
      permission: 'owner',
      kind: 'crm_outcomes',
      detail: { change_id: token, name: row.label, list: `${list.type}-${listId}`, leads: count, outcome },
    })
  return count
}

/** Does what an outcome asks for, once for each lead. @returns how many leads changed their status */
async function applyOutcome(
  ctx: Context,
  row: ConnectionRow,
  outcome: SenderOutcome,
  all: readonly OutcomeLead[],
): Promise<number> {
  const { account_id: accountId } = row
  const sender = CRM_KINDS[row.crm].label
  const byList = Map.groupBy(
    all.filter(({ win }) => win === outcome),
    ({ list_id }) => list_id,
  )
  let count = 0
  for (const [listId, told] of byList)
    count += await transaction(ctx.db, async () => {
      const leads = await claim(ctx, row, told)
      if (leads.length === 0) return 0
      // Before the leads are locked: bounces are counted one account at a time.
      if (outcome === 'bounced') {
        const bounces = leads.flatMap(({ address, at }) => (address ? { address, at } : []))
        await leadsBounced.emit(ctx, { accountId, sender, bounces })
      }
      return markLeads(ctx, row, listId, { outcome, leads })
    })
  return count
}

/** Suppresses who unsubscribed. Last, because it hides their leads. */
async function suppressUnsubscribed(ctx: Context, row: ConnectionRow, all: readonly OutcomeLead[]) {
  await transaction(ctx.db, async () => {
    const leads = await claim(
      ctx,
      row,
      all.filter(({ win }) => win === 'suppressed'),
    )
    const addresses = [...new Set(leads.flatMap(({ address }) => address ?? []))]
    if (addresses.length === 0) return
    const sender = CRM_KINDS[row.crm].label
    await leadsUnsubscribed.emit(ctx, { accountId: row.account_id, sender, addresses })
  })
}

/** What happened in the campaigns that were used; one that is gone there tells nothing. */
async function listEvents(ctx: Context, row: ConnectionRow, signal: AbortSignal): Promise<SenderEvent[]> {
  const since = row.wins_read_to ?? (await findFirstConnected(ctx.db, row))
  const events: SenderEvent[] = []
  for (const campaign of await listUsedCampaigns(ctx.db, row))
    try {
      const told = await callCrm(ctx, row.account_id, row.id, signal, async (crm, context) =>
        crm.sender?.events(context, campaign, since),
      )
      events.push(...(told ?? []))
    } catch (error) {
      if (!(error instanceof CrmError) || error.code !== 'gone') throw error
    }
  return events
}

/**
 * Reads who replied, bounced and unsubscribed since the last time, and does what follows from it.
 * @returns how many leads changed @throws CrmError
 */
export async function readOutcomes(
  ctx: Context,
  accountId: number,
  id: number,
  signal: AbortSignal,
): Promise<number> {
  const row = await findConnection(ctx.db, accountId, id)
  if (!row || !isSender(row.crm)) return 0
  const startedAt = ctx.clock.now()
  // A call from now on asks for another reading.
  await updateConnection(ctx.db, accountId, id, { hook_at: null })
  const leads = await listOutcomeLeads(ctx.db, row, await listEvents(ctx, row, signal))
  let count = 0
  for (const outcome of ['bounced', 'replied', 'unsubscribed'] as const)
    count += await applyOutcome(ctx, row, outcome, leads)
  await suppressUnsubscribed(ctx, row, leads)
  await updateConnection(ctx.db, accountId, id, {
    wins_read_to: new Date(startedAt.getTime() - OVERLAP_MS),
    wins_read_at: startedAt,
    wins_problem: null,
  })
  return count
}
