import { CRM_KINDS } from '#contract/core/crms/index.ts'
import type { CrmWins } from '#contract/leads/crm-wins.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { conflict, invalidField } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { findOwnConnection } from './connections.ts'
import { updateConnection } from './connections-store.ts'
import { callCrm } from './crm-access.ts'
import { withCallErrors } from './crm-errors.ts'
import { readWins } from './read-wins.ts'
import { countWins } from './wins-store.ts'

async function findReader(ctx: Context, actor: Actor, id: number) {
  const row = await findOwnConnection(ctx, actor, id)
  const { can, label } = CRM_KINDS[row.crm]
  if (!can.wins) throw conflict(`Won leads can’t be read back from ${label}`)
  return row
}

const listSigns = (ctx: Context, actor: Actor, id: number, signal: AbortSignal) =>
  withCallErrors(() =>
    callCrm(ctx, actor.accountId, id, signal, async (crm, context) => crm.wins?.signs(context) ?? []),
  )

/** What marks leads as won, and the signs that the CRM has now. */
export async function showCrmWins(
  ctx: Context,
  actor: Actor,
  id: number,
  signal: AbortSignal,
): Promise<CrmWins> {
  const row = await findReader(ctx, actor, id)
  return {
    sign: row.win_sign,
    signs: await listSigns(ctx, actor, id, signal),
    read_at: row.wins_read_at?.toISOString() ?? null,
    problem: row.wins_problem,
    won: await countWins(ctx.db, actor.accountId, id),
  }
}

/** The sign is checked against those of the CRM. A new one is read from the start. */
export async function saveCrmWins(
  ctx: Context,
  actor: Actor,
  id: number,
  sign: string | null,
  signal: AbortSignal,
): Promise<void> {
  const row = await findReader(ctx, actor, id)
  if (sign !== null && !(await listSigns(ctx, actor, id, signal)).some((known) => known.id === sign))
    throw invalidField('sign', 'The CRM has no such stage. Choose another')
  await transaction(ctx.db, async () => {
    const changed = sign !== row.win_sign && { wins_read_to: null, wins_read_at: null }
    await updateConnection(ctx.db, actor.accountId, id, { win_sign: sign, wins_problem: null, ...changed })
    recordAudit(ctx.db, { accountId: actor.accountId, subject: `crm:${id}`, detail: { sign } })
  })
}

/** Reads won leads now. @returns how many leads were marked */
export async function readCrmWins(
  ctx: Context,
  actor: Actor,
  id: number,
  signal: AbortSignal,
): Promise<number> {
  const row = await findReader(ctx, actor, id)
  if (row.win_sign === null) throw conflict('Choose first what marks leads as won')
  const count = await withCallErrors(() => readWins(ctx, actor.accountId, id, signal))
  await transaction(ctx.db, async () => {
    recordAudit(ctx.db, { accountId: actor.accountId, subject: `crm:${id}`, detail: { count } })
  })
  return count
}
