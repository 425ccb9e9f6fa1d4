import type { CrmId } from '#contract/leads/crm.ts'
import { sleep } from '#server/platform/clock.ts'
import type { SecretBox } from '#server/platform/crypto/secret-box.ts'
import type { Db } from '#server/platform/db/db.ts'
import { type ContactCrm, CrmError, type CrmTokens } from '#server/providers/crms/index.ts'
import {
  type ConnectionRow,
  claimRenewal,
  findConnection,
  refuseConnection,
  updateConnection,
} from './connections-store.ts'

/** A connection's credentials, in the form that is sealed. */
export interface StoredAccess {
  secret: string
  refresh?: string
  /** Epoch milliseconds. */
  expiresAt?: number
}

interface TokensDeps {
  db: Db
  secretBox: SecretBox
  now(): Date
  /** Called once when a connection is rejected. */
  refused(row: ConnectionRow): Promise<void>
}

const sealContext = (accountId: number, crm: CrmId, remoteAccount: string) =>
  `crm-connection:${accountId}:${crm}:${remoteAccount}`

/** Tokens are refreshed this early, so that none expires during a request. */
const EARLY_MS = 5 * 60_000
/** Longer than a token request may take. */
const RENEWAL_SECONDS = 45
const POLL_MS = 200

/** Stored connections: sealed, and refreshed by one process at a time. */
export function createCrmTokens({ db, secretBox, now, refused }: TokensDeps) {
  const open = (row: ConnectionRow): StoredAccess =>
    JSON.parse(secretBox.open(row.sealed, sealContext(row.account_id, row.crm, row.remote_account)))
  const seal = (accountId: number, crm: CrmId, remoteAccount: string, access: StoredAccess): string =>
    secretBox.seal(JSON.stringify(access), sealContext(accountId, crm, remoteAccount))

  const storedOf = ({ access, refresh, expiresInSeconds }: CrmTokens): StoredAccess => ({
    secret: access,
    refresh,
    expiresAt: now().getTime() + expiresInSeconds * 1000,
  })

  async function readyConnection(accountId: number, id: number, label: string): Promise<ConnectionRow> {
    const row = await findConnection(db, accountId, id)
    if (!row || row.state === 'refused') throw new CrmError(label, 'refused')
    return row
  }

  async function refuse(row: ConnectionRow, problem: string): Promise<void> {
    if (await refuseConnection(db, row, problem)) await refused(row)
  }

  /** Refreshes tokens; a second process waits for the first. */
  async function renew(row: ConnectionRow, crm: ContactCrm, signal: AbortSignal): Promise<StoredAccess> {
    const { refresh } = open(row)
    if (!crm.consent || !refresh) throw new CrmError(crm.label, 'refused')
    if (!(await claimRenewal(db, row, RENEWAL_SECONDS))) {
      await sleep(POLL_MS, signal)
      signal.throwIfAborted()
      const next = await readyConnection(row.account_id, row.id, crm.label)
      return next.sealed === row.sealed ? renew(next, crm, signal) : open(next)
    }
    try {
      // Not abortable by the caller: issued tokens that are not stored would be lost.
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
    const isExpiring = access.expiresAt !== undefined && access.expiresAt - EARLY_MS < now().getTime()
    return isExpiring ? renew(row, crm, signal) : access
  }

  return { open, seal, storedOf, readyConnection, refuse, renew, accessOf }
}
