import { CRM_KINDS, CRMS, keepsContacts } from '#contract/core/crms/index.ts'
import type { CrmConnection } from '#contract/leads/crm.ts'
import { wakeRuns } from '#server/modules/activity/runs/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { pick } from '#server/platform/pick.ts'
import { CrmError } from '#server/providers/crms/index.ts'
import type { CheckedConnection } from './check-connection.ts'
import * as store from './connections-store.ts'
import { callCrm } from './crm-access.ts'
import { contactCrmsOf } from './crm-clients.ts'
import { asCallError } from './crm-errors.ts'
import { sealCrmAccess } from './crm-tokens.ts'
import { listOfferedCrms } from './offered-crms.ts'

const HINT_LENGTH = 4
const makeHint = (secret: string) => (secret.length >= 12 ? secret.slice(-HINT_LENGTH) : null)

const presentConnection = (row: store.ConnectionRow & { sent?: number }): CrmConnection => ({
  ...pick(row, 'id', 'crm', 'label', 'way', 'hint'),
  account: keepsContacts(row.crm) ? row.remote_account : null,
  state: row.state,
  problem: row.problem,
  sent: row.sent ?? 0,
  created_at: row.created_at.toISOString(),
  tested_at: row.tested_at?.toISOString() ?? null,
})

/** Resumes pushes and previews waiting for this connection. */
async function wakePushes(db: Db, accountId: number, connectionId: number): Promise<void> {
  const rows = await db
    .selectFrom('run_info')
    .select(['id', 'input'])
    .where('account_id', '=', accountId)
    .where('kind', 'in', ['crm', 'crm_preview'])
    .where('state', '=', 'running')
    .execute()
  const ids = rows.filter(({ input }) => input.connectionId === connectionId).map(({ id }) => id)
  await wakeRuns(db, accountId, ids)
}

export async function findOwnConnection(
  ctx: Context,
  actor: Actor,
  id: number,
): Promise<store.ConnectionRow> {
  const row = await store.findConnection(ctx.db, actor.accountId, id)
  if (!row) throw notFound('The connection')
  return row
}

export async function listConnections(ctx: Context, actor: Actor) {
  const ids = await listOfferedCrms(ctx, actor.realmId)
  return {
    data: (await store.listConnections(ctx.db, actor.accountId)).map(presentConnection),
    offered: CRMS.filter((crm) => ids.includes(crm)).map((crm) => ({
      crm,
      label: CRM_KINDS[crm].label,
      consent: Boolean(contactCrmsOf(ctx).get(crm)?.consent),
    })),
  }
}

/** Stores checked credentials. */
export async function saveConnection(
  ctx: Context,
  actor: Actor,
  checked: CheckedConnection,
): Promise<CrmConnection> {
  const { accountId, userId } = actor
  return transaction(ctx.db, async () => {
    const row = await store.upsertConnection(ctx.db, {
      account_id: accountId,
      created_by: userId,
      crm: checked.crm,
      way: checked.way,
      label: checked.label.slice(0, 60),
      remote_account: checked.account,
      hint: checked.way === 'oauth' ? null : makeHint(checked.access.secret),
      sealed: sealCrmAccess(ctx, accountId, {
        crm: checked.crm,
        remoteAccount: checked.account,
        access: checked.access,
      }),
    })
    await wakePushes(ctx.db, accountId, row.id)
    recordAudit(ctx.db, {
      accountId,
      subject: `crm:${row.id}`,
      detail: { crm: checked.crm, way: checked.way },
    })
    return presentConnection(row)
  })
}

/** Checks whether the stored credentials are accepted. */
export async function testConnection(ctx: Context, actor: Actor, id: number, signal: AbortSignal) {
  const row = await findOwnConnection(ctx, actor, id)
  const { accountId } = actor
  const { label } = CRM_KINDS[row.crm]
  let message = `This looks like a valid ${label} address. We can’t fully test it without sending a lead`
  if (keepsContacts(row.crm)) {
    try {
      // Rejected credentials are tried again: someone may have allowed them in the CRM since.
      if (row.state === 'refused')
        await store.updateConnection(ctx.db, accountId, id, { state: 'ready', problem: null })
      await callCrm(ctx, accountId, id, signal, (crm, context) => crm.test(context))
      await wakePushes(ctx.db, accountId, id)
      message = `${label} connection works`
    } catch (error) {
      if (!(error instanceof CrmError) || error.code !== 'refused') throw asCallError(error)
      message = error.message
    }
  }
  return transaction(ctx.db, async () => {
    await store.updateConnection(ctx.db, accountId, id, { tested: true })
    recordAudit(ctx.db, { accountId, subject: `crm:${id}` })
    return { data: presentConnection(await findOwnConnection(ctx, actor, id)), message }
  })
}

export const disconnectCrm = (ctx: Context, actor: Actor, id: number): Promise<string> =>
  transaction(ctx.db, async () => {
    const removed = await store.forgetConnection(ctx.db, actor.accountId, id)
    if (!removed) throw notFound('The connection')
    recordAudit(ctx.db, { accountId: actor.accountId, subject: `crm:${id}` })
    return removed.label
  })
