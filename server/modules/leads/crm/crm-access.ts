import { type Context, perContext } from '#server/platform/context.ts'
import { hashToken } from '#server/platform/crypto/tokens.ts'
import { pausePace } from '#server/platform/pace.ts'
import { type ContactCrm, type CrmContext, CrmError } from '#server/providers/crms/index.ts'
import { type ConnectionRow, findConnection } from './connections-store.ts'
import { contactCrmsOf } from './crm-clients.ts'
import { findCrmAccess, findReadyConnection, refuseConnection, renewCrmTokens } from './crm-tokens.ts'

/** The share of a limit that we use: concurrent requests may arrive slightly earlier or later than they were sent. */
const SHARE = 0.9

// CRM credentials: sealed, refreshed by one process at a time, and rate-limited across all.

/** Requests per minute allowed by the CRM, by its account. */
const limitsOf = perContext(() => new Map<string, number>())

function makePace(
  ctx: Context,
  crm: ContactCrm,
  account: string,
  way: 'oauth' | 'token',
  signal: AbortSignal,
) {
  const key = `crm:${crm.id}:${account}`
  const limits = limitsOf(ctx)
  return {
    pace: () => ctx.pace(key, (limits.get(key) ?? crm.perMinute(way)) * SHARE, signal),
    pause: (seconds: number) => pausePace(ctx.db, key, seconds),
    limits: (perMinute: number) => void limits.set(key, perMinute),
    handOver: null,
    signal,
  }
}

export function crmOfConnection(ctx: Context, row: Pick<ConnectionRow, 'crm'>): ContactCrm {
  const crm = contactCrmsOf(ctx).get(row.crm)
  if (!crm) throw new Error(`${row.crm} keeps no contacts`)
  return crm
}

/** The context of a call with credentials that are not stored yet. */
export const createCrmContext = (
  ctx: Context,
  crm: ContactCrm,
  {
    account,
    secret,
    way,
    signal,
  }: { account: string; secret: string; way: 'oauth' | 'token'; signal: AbortSignal },
): CrmContext => ({
  ...makePace(ctx, crm, account || secret.slice(-8), way, signal),
  key: `new ${hashToken(secret)}`,
  access: async () => ({ secret, account, way }),
})

/** Calls the CRM with stored credentials. Rejected ones are refreshed once, then the connection is marked as rejected. */
export async function callCrm<Answer>(
  ctx: Context,
  accountId: number,
  id: number,
  signal: AbortSignal,
  call: (crm: ContactCrm, context: CrmContext) => Promise<Answer>,
): Promise<Answer> {
  const first = await findConnection(ctx.db, accountId, id)
  if (!first) throw new CrmError('The CRM', 'refused')
  const crm = crmOfConnection(ctx, first)
  const way = first.way === 'oauth' ? 'oauth' : 'token'
  let used = first
  const context: CrmContext = {
    ...makePace(ctx, crm, first.remote_account, way, signal),
    key: `${accountId}:${id}`,
    async access() {
      used = await findReadyConnection(ctx, accountId, id, crm.label)
      const { secret } = await findCrmAccess(ctx, used, crm, signal)
      return { secret, account: used.remote_account, way }
    },
  }
  try {
    return await call(crm, context)
  } catch (error) {
    if (!(error instanceof CrmError) || error.code !== 'refused') throw error
    const row = await findReadyConnection(ctx, accountId, id, crm.label)
    // If they were replaced in the meantime, the new credentials get a try.
    if (row.sealed === used.sealed && way === 'token') {
      await refuseConnection(ctx, row, error.message)
      throw error
    }
    if (row.sealed === used.sealed) await renewCrmTokens(ctx, row, crm, signal)
  }
  try {
    return await call(crm, context)
  } catch (error) {
    if (error instanceof CrmError && error.code === 'refused') {
      const row = await findConnection(ctx.db, accountId, id)
      if (row?.state === 'ready' && row.sealed === used.sealed)
        await refuseConnection(ctx, row, error.message)
    }
    throw error
  }
}
