import type { CrmId } from '#contract/crm.ts'
import { sleep } from '#server/platform/clock.ts'
import type { SecretBox } from '#server/platform/crypto/secret-box.ts'
import { hashToken } from '#server/platform/crypto/tokens.ts'
import type { Db } from '#server/platform/db/db.ts'
import { holdPace, type Pace } from '#server/platform/pace.ts'
import { type ContactCrm, type CrmContext, CrmError, type CrmTokens } from '#server/providers/crms/index.ts'
import {
  type ConnectionRow,
  claimRenewal,
  findConnection,
  refuseConnection,
  updateConnection,
} from './connections-store.ts'

/** What is sealed of a connection. */
export interface StoredAccess {
  secret: string
  refresh?: string
  /** Epoch milliseconds. */
  expiresAt?: number
}

export interface CrmAccessDeps {
  db: Db
  secretBox: SecretBox
  pace: Pace
  crms: ReadonlyMap<CrmId, ContactCrm>
  now(): Date
  /** Hears once of a connection that is refused. */
  refused(row: ConnectionRow): Promise<void>
}

const sealContext = (accountId: number, crm: CrmId, remoteAccount: string) =>
  `crm-connection:${accountId}:${crm}:${remoteAccount}`

/** Renewed before it ends, so that no request begins with an access that ends on its way. */
const EARLY_MS = 5 * 60_000
/** Longer than the request for new tokens may take. */
const RENEWAL_SECONDS = 45
const LOOK_MS = 200
/** What is used of a limit: requests of one moment may arrive a little later or earlier than they were sent. */
const SHARE = 0.9

/** Access to CRMs: sealed, renewed by one process at a time, and paced for all of them together. */
export function createCrmAccess(deps: CrmAccessDeps) {
  const { db, secretBox, pace, crms, now } = deps
  /** What CRMs have said they take in a minute, by account there. */
  const limits = new Map<string, number>()

  const open = (row: ConnectionRow): StoredAccess =>
    JSON.parse(secretBox.open(row.sealed, sealContext(row.account_id, row.crm, row.remote_account)))
  const seal = (accountId: number, crm: CrmId, remoteAccount: string, access: StoredAccess): string =>
    secretBox.seal(JSON.stringify(access), sealContext(accountId, crm, remoteAccount))

  const storedOf = ({ access, refresh, expiresInSeconds }: CrmTokens): StoredAccess => ({
    ...{ secret: access, refresh },
    expiresAt: now().getTime() + expiresInSeconds * 1000,
  })

  async function fresh(accountId: number, id: number, label: string): Promise<ConnectionRow> {
    const row = await findConnection(db, accountId, id)
    if (!row || row.state === 'refused') throw new CrmError(label, 'refused')
    return row
  }

  async function refuse(row: ConnectionRow, problem: string): Promise<void> {
    if (await refuseConnection(db, row, problem)) await deps.refused(row)
  }

  /** New tokens in place of the old ones; a second process waits for those of the first. */
  async function renew(row: ConnectionRow, crm: ContactCrm, signal: AbortSignal): Promise<StoredAccess> {
    const { refresh } = open(row)
    if (!crm.consent || !refresh) throw new CrmError(crm.label, 'refused')
    if (!(await claimRenewal(db, row, RENEWAL_SECONDS))) {
      await sleep(LOOK_MS, signal)
      signal.throwIfAborted()
      const next = await fresh(row.account_id, row.id, crm.label)
      return next.sealed === row.sealed ? renew(next, crm, signal) : open(next)
    }
    try {
      // Not ended by the caller: tokens that were given out and not stored would be lost for good.
      const tokens = storedOf(await crm.consent.renew(refresh, new AbortController().signal))
      const sealed = seal(row.account_id, row.crm, row.remote_account, tokens)
      await updateConnection(db, row.account_id, row.id, { sealed, renewed_until: null })
      return tokens
    } catch (error) {
      if (error instanceof CrmError && error.code === 'refused') await refuse(row, error.message)
      else await updateConnection(db, row.account_id, row.id, { renewed_until: null })
      throw error
    }
  }

  async function accessOf(row: ConnectionRow, crm: ContactCrm, signal: AbortSignal): Promise<StoredAccess> {
    const access = open(row)
    const isOver = access.expiresAt !== undefined && access.expiresAt - EARLY_MS < now().getTime()
    return isOver ? renew(row, crm, signal) : access
  }

  const paceOf = (crm: ContactCrm, account: string, way: 'oauth' | 'token', signal: AbortSignal) => {
    const key = `crm:${crm.id}:${account}`
    return {
      pace: () => pace(key, (limits.get(key) ?? crm.perMinute(way)) * SHARE, signal),
      holdBack: (seconds: number) => holdPace(db, key, seconds),
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

    /** To ask with an access that is not stored yet. */
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

    /** Asks with a stored access. An access that is refused is renewed once, then the connection is refused too. */
    async asking<Answer>(
      accountId: number,
      id: number,
      signal: AbortSignal,
      ask: (crm: ContactCrm, context: CrmContext) => Promise<Answer>,
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
        return await ask(crm, context)
      } catch (error) {
        if (!(error instanceof CrmError) || error.code !== 'refused') throw error
        const row = await fresh(accountId, id, crm.label)
        // Replaced meanwhile: the new access was not refused yet.
        if (row.sealed === used.sealed && way === 'token') {
          await refuse(row, error.message)
          throw error
        }
        if (row.sealed === used.sealed) await renew(row, crm, signal)
      }
      try {
        return await ask(crm, context)
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
