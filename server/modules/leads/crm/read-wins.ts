import { isSender } from '#contract/core/crms/index.ts'
import type { CrmId } from '#contract/leads/crm.ts'
import { notify } from '#server/modules/activity/notifications/index.ts'
import { setStatus } from '#server/modules/leads/lead-edits/index.ts'
import { closeChange, openChange } from '#server/modules/leads/leads/index.ts'
import { findListFacts } from '#server/modules/leads/lists/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { forEachItem } from '#server/platform/queue/for-each-item.ts'
import { CrmError } from '#server/providers/crms/index.ts'
import { type ConnectionRow, findConnection, updateConnection } from './connections-store.ts'
import { callCrm } from './crm-access.ts'
import { readOutcomes } from './read-outcomes.ts'
import { findFirstConnected, insertWins, listWinReaders, listWonLeads, type WonLead } from './wins-store.ts'

/** Read again each time: a CRM's search shows changes late. What comes twice marks nothing twice. */
const OVERLAP_MS = 15 * 60_000
/** Connections per round; the others are first in the next one. */
const PER_ROUND = 500
const TIMEOUT_MS = 5 * 60_000

/** Marks leads of one list as won, as one change that can be undone. @returns how many changed */
const markWon = (ctx: Context, row: ConnectionRow, listId: number, leads: readonly WonLead[]) =>
  transaction(ctx.db, async () => {
    const { account_id: accountId, id } = row
    const ids = await insertWins(ctx.db, { accountId, connectionId: id }, leads)
    const list = await findListFacts(ctx, accountId, listId)
    if (ids.length === 0 || !list || list.is_deleted) return 0
    const place = { accountId, listId, userId: null }
    const detail = { status: 'won', crm: row.label }
    const historyId = await openChange(ctx.db, place, 'leads.status_changed', detail)
    const count = await setStatus(ctx.db, place, { ids, status: 'won', historyId })
    const token = await closeChange(ctx.db, accountId, historyId, count)
    if (token !== null)
      await notify(ctx, {
        accountId,
        permission: 'owner',
        kind: 'crm_wins',
        detail: { change_id: token, name: row.label, list: `${list.type}-${listId}`, leads: count },
      })
    return count
  })

/**
 * Reads who was won in a CRM since the last time, and marks the leads that were sent there.
 * @returns how many leads changed @throws CrmError
 */
export async function readWins(
  ctx: Context,
  accountId: number,
  id: number,
  signal: AbortSignal,
): Promise<number> {
  const row = await findConnection(ctx.db, accountId, id)
  const sign = row?.win_sign
  if (!row || !sign) return 0
  const startedAt = ctx.clock.now()
  const since = row.wins_read_to ?? (await findFirstConnected(ctx.db, row))
  const wins = await callCrm(ctx, accountId, id, signal, async (crm, context) =>
    crm.wins ? crm.wins.list(context, sign, since) : [],
  )
  const pairs = wins.flatMap(({ id: win, contactIds }) => contactIds.map((contact) => ({ win, contact })))
  const byList = Map.groupBy(await listWonLeads(ctx.db, row, pairs), ({ list_id }) => list_id)
  let count = 0
  for (const [listId, leads] of byList) count += await markWon(ctx, row, listId, leads)
  await updateConnection(ctx.db, accountId, id, {
    wins_read_to: new Date(startedAt.getTime() - OVERLAP_MS),
    wins_read_at: startedAt,
    wins_problem: null,
  })
  return count
}

/** Reads one connection; what fails is shown there and tried again in the next round. */
export async function readInRound(ctx: Context, accountId: number, id: number, crm: CrmId): Promise<void> {
  const read = isSender(crm) ? readOutcomes : readWins
  try {
    await read(ctx, accountId, id, AbortSignal.timeout(TIMEOUT_MS))
  } catch (error) {
    if (!(error instanceof CrmError)) throw error
    const set = { wins_problem: error.message, wins_read_at: ctx.clock.now() }
    await updateConnection(ctx.db, accountId, id, set)
  }
}

/** Reads what came back from every connection that is set to it, and from every sender. */
export const readAllWins = async (ctx: Context): Promise<void> =>
  forEachItem(
    'connections',
    await listWinReaders(ctx.db, PER_ROUND),
    ({ account_id, id, crm }) => readInRound(ctx, account_id, id, crm),
    { nameItem: ({ account_id, id }) => `${account_id} (${id})` },
  )
