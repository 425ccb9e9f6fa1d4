import type { crmRun } from '#contract/activity/run-kinds/crm.ts'
import type { RunInput } from '#contract/activity/run-kinds/define.ts'
import { keepsContacts } from '#contract/core/crms/index.ts'
import { CRM_ROWS } from '#contract/leads/crm.ts'
import type { CrmEntry } from '#contract/leads/crm-ledger.ts'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { findOwnRun } from '#server/modules/activity/runs/index.ts'
import { findOwnList } from '#server/modules/leads/lists/index.ts'
import type { Context } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { pageReply } from '#server/platform/http/page-reply.ts'
import { pick } from '#server/platform/pick.ts'
import { findConnection } from './connections-store.ts'
import { crmOfConnection } from './crm-access.ts'
import { listLedger, pushToRetry, rowsOfRun } from './ledger-store.ts'

type Input = RunInput<typeof crmRun>

/** @throws AppError not_found. */
export async function findPush(ctx: Context, actor: Actor, id: number) {
  const run = await findOwnRun(ctx, actor, id)
  if (!run || (run.kind !== 'crm' && run.kind !== 'crm_preview')) throw notFound('The push')
  return { ...run, input: run.input as Input }
}

export async function listPushedRows(ctx: Context, actor: Actor, id: number) {
  const run = await findPush(ctx, actor, id)
  const connection = await findConnection(ctx.db, actor.accountId, run.input.connectionId)
  const isWaiting = run.state === 'running' && connection?.state === 'refused'
  return {
    connection_id: run.input.connectionId,
    paused: isWaiting ? (connection.problem ?? 'Reconnect the CRM to continue') : null,
    counts: run.counts,
    rows: await rowsOfRun(ctx.db, actor.accountId, id, CRM_ROWS),
  }
}

export async function showPushLedger(
  ctx: Context,
  actor: Actor,
  place: { listId: number; type: ListTypeId },
  query: Parameters<typeof listLedger>[2],
) {
  await findOwnList(ctx, actor, place.listId, place.type)
  const where = { accountId: actor.accountId, listId: place.listId }
  const { rows, total } = await listLedger(ctx.db, where, query)
  const data = rows.map(
    (row): CrmEntry => ({
      ...pick(row, 'lead_id', 'name', 'crm', 'connection_id'),
      connection: row.label,
      state: row.state,
      remote_id: row.remote_id,
      campaign: row.campaign_name,
      sent: row.sent,
      link:
        row.remote_id === null || !keepsContacts(row.crm)
          ? null
          : crmOfConnection(ctx, row).linkTo(row.remote_account, row.remote_id),
      ...pick(row, 'stored', 'tags', 'dropped', 'error', 'times', 'run_id'),
      sent_at: row.sent_at?.toISOString() ?? null,
      updated_at: row.updated_at.toISOString(),
    }),
  )
  const retry = await pushToRetry(ctx.db, where)
  return { ...pageReply(data, query, total), retry }
}
