import { CRM_KINDS, isSender } from '#contract/core/crms/index.ts'
import type { CrmOutcomes } from '#contract/leads/crm-outcomes.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { conflict } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { CrmError, type SenderCampaign } from '#server/providers/crms/index.ts'
import { findOwnConnection } from './connections.ts'
import { findOrigin } from './consent.ts'
import { callCrm } from './crm-access.ts'
import { withCallErrors } from './crm-errors.ts'
import { countOutcomes } from './outcomes-store.ts'
import { readOutcomes } from './read-outcomes.ts'
import { makeSenderHookToken } from './sender-hook.ts'

async function findSender(ctx: Context, actor: Actor, id: number) {
  const row = await findOwnConnection(ctx, actor, id)
  if (!isSender(row.crm)) throw conflict(`${CRM_KINDS[row.crm].label} is not a sender`)
  return row
}

export async function listSenderCampaigns(
  ctx: Context,
  actor: Actor,
  id: number,
  signal: AbortSignal,
): Promise<SenderCampaign[]> {
  await findSender(ctx, actor, id)
  return withCallErrors(() =>
    callCrm(ctx, actor.accountId, id, signal, async (crm, context) => {
      if (!crm.sender) throw new CrmError(crm.label, 'forbidden')
      return crm.sender.campaigns(context)
    }),
  )
}

/** What came back so far, and the address at which the sender can say that there is more. */
export async function showSenderOutcomes(
  ctx: Context,
  actor: Actor,
  id: number,
  host: string,
): Promise<CrmOutcomes> {
  const row = await findSender(ctx, actor, id)
  return {
    ...(await countOutcomes(ctx.db, actor.accountId, id)),
    read_at: row.wins_read_at?.toISOString() ?? null,
    problem: row.wins_problem,
    hook: `${await findOrigin(ctx, host)}/api/sender-hooks/${makeSenderHookToken(ctx, actor.accountId, id)}`,
  }
}

/** Reads them now. @returns how many leads changed */
export async function readSenderOutcomes(
  ctx: Context,
  actor: Actor,
  id: number,
  signal: AbortSignal,
): Promise<number> {
  await findSender(ctx, actor, id)
  const count = await withCallErrors(() => readOutcomes(ctx, actor.accountId, id, signal))
  await transaction(ctx.db, async () => {
    recordAudit(ctx.db, { accountId: actor.accountId, subject: `crm:${id}`, detail: { count } })
  })
  return count
}
