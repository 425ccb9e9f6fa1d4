import type { CrmId } from '#contract/leads/crm.ts'
import type { SecretBox } from '#server/platform/crypto/secret-box.ts'
import { hashToken } from '#server/platform/crypto/tokens.ts'
import type { Db } from '#server/platform/db/db.ts'
import { type Pace, pausePace } from '#server/platform/pace.ts'
import { type ContactCrm, type CrmContext, CrmError } from '#server/providers/crms/index.ts'
import { type ConnectionRow, findConnection } from './connections-store.ts'
import { createCrmTokens } from './crm-tokens.ts'

export interface CrmAccessDeps {
  db: Db
  secretBox: SecretBox
  pace: Pace
  crms: ReadonlyMap<CrmId, ContactCrm>
  now(): Date
  /** Called once when a connection is rejected. */
  refused(row: ConnectionRow): Promise<void>
}

/** The share of a limit that we use: concurrent requests may arrive slightly earlier or later than they were sent. */
const SHARE = 0.9

/** CRM credentials: sealed, refreshed by one process at a time, and rate-limited across all. */
export function createCrmAccess({ db, secretBox, pace, crms, now, refused }: CrmAccessDeps) {
  const { open, seal, storedOf, readyConnection, refuse, renew, accessOf } = createCrmTokens({
    db,
    secretBox,
    now,
    refused,
  })
  /** Requests per minute allowed by the CRM, by its account. */
  const limits = new Map<string, number>()

  const paceOf = (crm: ContactCrm, account: string, way: 'oauth' | 'token', signal: AbortSignal) => {
    const key = `crm:${crm.id}:${account}`
    return {
      pace: () => pace(key, (limits.get(key) ?? crm.perMinute(way)) * SHARE, signal),
      pause: (seconds: number) => pausePace(db, key, seconds),
      limits: (perMinute: number) => void limits.set(key, perMinute),
      signal,
    }
  }

  const crmOf = (row: Pick<ConnectionRow, 'crm'>): ContactCrm => {
    const crm = crms.get(row.crm)
    if (!crm) throw new Error(`${row.crm} keeps no contacts`)
    return crm
  }

  return {
    crmOf,
    open,
    seal,
    storedOf,

    /** The context of a call with credentials that are not stored yet. */
    newContext: (
      crm: ContactCrm,
      account: string,
      secret: string,
      way: 'oauth' | 'token',
      signal: AbortSignal,
    ): CrmContext => ({
      ...paceOf(crm, account || secret.slice(-8), way, signal),
      key: `new ${hashToken(secret)}`,
      access: async () => ({ secret, account }),
    }),

    /** Calls the CRM with stored credentials. Rejected ones are refreshed once, then the connection is marked as rejected. */
    async callCrm<Answer>(
      accountId: number,
      id: number,
      signal: AbortSignal,
      call: (crm: ContactCrm, context: CrmContext) => Promise<Answer>,
    ): Promise<Answer> {
      const first = await findConnection(db, accountId, id)
      if (!first) throw new CrmError('The CRM', 'refused')
      const crm = crmOf(first)
      const way = first.way === 'oauth' ? 'oauth' : 'token'
      let used = first
      const context: CrmContext = {
        ...paceOf(crm, first.remote_account, way, signal),
        key: `${accountId}:${id}`,
        async access() {
          used = await readyConnection(accountId, id, crm.label)
          const { secret } = await accessOf(used, crm, signal)
          return { secret, account: used.remote_account }
        },
      }
      try {
        return await call(crm, context)
      } catch (error) {
        if (!(error instanceof CrmError) || error.code !== 'refused') throw error
        const row = await readyConnection(accountId, id, crm.label)
        // If they were replaced in the meantime, the new credentials get a try.
        if (row.sealed === used.sealed && way === 'token') {
          await refuse(row, error.message)
          throw error
        }
        if (row.sealed === used.sealed) await renew(row, crm, signal)
      }
      try {
        return await call(crm, context)
      } catch (error) {
        if (error instanceof CrmError && error.code === 'refused') {
          const row = await findConnection(db, accountId, id)
          if (row?.state === 'ready' && row.sealed === used.sealed) await refuse(row, error.message)
        }
        throw error
      }
    },
  }
}
export type CrmAccessService = ReturnType<typeof createCrmAccess>
