import type { CrmId } from '#contract/leads/crm.ts'
import { notify } from '#server/modules/activity/notifications/index.ts'
import { sleep } from '#server/platform/clock.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { type ContactCrm, CrmError, type CrmTokens } from '#server/providers/crms/index.ts'
import * as store from './connections-store.ts'
import { type ConnectionRow, claimRenewal, findConnection, updateConnection } from './connections-store.ts'
import { contactCrmsOf } from './crm-clients.ts'

/** A connection's credentials, in the form that is sealed. */
export interface StoredAccess {
  secret: string
  refresh?: string
  /** Epoch milliseconds. */
  expiresAt?: number
}

const sealContext = (accountId: number, crm: CrmId, remoteAccount: string) =>
  `crm-connection:${accountId}:${crm}:${remoteAccount}`

/** Tokens are refreshed this early, so that none expires during a request. */
const EARLY_MS = 5 * 60_000
/** Longer than a token request may take. */
const RENEWAL_SECONDS = 45
const POLL_MS = 200

// Stored connections: sealed, and refreshed by one process at a time.

export const openCrmAccess = (ctx: Context, row: ConnectionRow): StoredAccess =>
  JSON.parse(ctx.secretBox.open(row.sealed, sealContext(row.account_id, row.crm, row.remote_account)))

export const sealCrmAccess = (
  ctx: Context,
  accountId: number,
  { crm, remoteAccount, access }: { crm: CrmId; remoteAccount: string; access: StoredAccess },
): string => ctx.secretBox.seal(JSON.stringify(access), sealContext(accountId, crm, remoteAccount))

export const makeStoredAccess = (
  ctx: Context,
  { access, refresh, expiresInSeconds }: CrmTokens,
): StoredAccess => ({
  secret: access,
  refresh,
  ...(expiresInSeconds !== null && { expiresAt: ctx.clock.now().getTime() + expiresInSeconds * 1000 }),
})

export async function findReadyConnection(
  ctx: Context,
  accountId: number,
  id: number,
  label: string,
): Promise<ConnectionRow> {
  const row = await findConnection(ctx.db, accountId, id)
  if (!row || row.state === 'refused') throw new CrmError(label, 'refused')
  return row
}

/** Tells the owners once that the CRM rejects a connection. */
const notifyRefused = (
  ctx: Context,
  { account_id: accountId, id, label, problem, crm }: ConnectionRow,
): Promise<void> =>
  transaction(ctx.db, async () => {
    const since = ctx.clock.now().toISOString()
    const crmName = contactCrmsOf(ctx).get(crm)?.label ?? crm
    const reason = problem ?? `${crmName} rejected this connection. Reconnect to continue`
    const detail = { connection_id: id, name: label, since, reason }
    await notify(ctx, { accountId, permission: 'owner', kind: 'crm_refused', detail })
  })

export async function refuseConnection(ctx: Context, row: ConnectionRow, problem: string): Promise<void> {
  if (await store.refuseConnection(ctx.db, row, problem)) await notifyRefused(ctx, row)
}

/** Refreshes tokens; a second process waits for the first. */
export async function renewCrmTokens(
  ctx: Context,
  row: ConnectionRow,
  crm: ContactCrm,
  signal: AbortSignal,
): Promise<StoredAccess> {
  const { refresh } = openCrmAccess(ctx, row)
  if (!crm.consent || !refresh) throw new CrmError(crm.label, 'refused')
  if (!(await claimRenewal(ctx.db, row, RENEWAL_SECONDS))) {
    await sleep(POLL_MS, signal)
    signal.throwIfAborted()
    const next = await findReadyConnection(ctx, row.account_id, row.id, crm.label)
    return next.sealed === row.sealed ? renewCrmTokens(ctx, next, crm, signal) : openCrmAccess(ctx, next)
  }
  try {
    // Not abortable by the caller: issued tokens that are not stored would be lost.
    const tokens = makeStoredAccess(ctx, await crm.consent.renew(refresh, new AbortController().signal))
    const sealed = sealCrmAccess(ctx, row.account_id, {
      crm: row.crm,
      remoteAccount: row.remote_account,
      access: tokens,
    })
    await updateConnection(ctx.db, row.account_id, row.id, { sealed, renewed_until: null })
    return tokens
  } catch (error) {
    if (error instanceof CrmError && error.code === 'refused') await refuseConnection(ctx, row, error.message)
    else await updateConnection(ctx.db, row.account_id, row.id, { renewed_until: null })
    throw error
  }
}

export async function findCrmAccess(
  ctx: Context,
  row: ConnectionRow,
  crm: ContactCrm,
  signal: AbortSignal,
): Promise<StoredAccess> {
  const access = openCrmAccess(ctx, row)
  const isExpiring = access.expiresAt !== undefined && access.expiresAt - EARLY_MS < ctx.clock.now().getTime()
  return isExpiring ? renewCrmTokens(ctx, row, crm, signal) : access
}
