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
  /** CRMs offered by an account's brand. */
  refused(row: ConnectionRow): Promise<void>
}

/** The normalized URL of a catch hook. @throws AppError validation_failed at `url`. */
const SHARE = 0.9

/** The redirect URL of a CRM's consent page for a host. */
export function createCrmAccess({ db, secretBox, pace, crms, now, refused }: CrmAccessDeps) {
  const { open, seal, storedOf, fresh, refuse, renew, accessOf } = createCrmTokens({
    db,
    secretBox,
    now,
    refused,
  })
  /** Resumes pushes and previews waiting for this connection. */
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

    /** Connected CRMs: by token, OAuth, or catch hook URL. */
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

    /** Stores checked credentials. */
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
          used = await fresh(accountId, id, crm.label)
          const { secret } = await accessOf(used, crm, signal)
          return { secret, account: used.remote_account }
        },
      }
      try {
        return await call(crm, context)
      } catch (error) {
        if (!(error instanceof CrmError) || error.code !== 'refused') throw error
        const row = await fresh(accountId, id, crm.label)
        // Checks whether the stored credentials are accepted.
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
