import { createHmac, randomInt } from 'node:crypto'
import { constantTimeEqual, hashToken, newToken } from '#server/platform/crypto/tokens.ts'
import type { Db } from '#server/platform/db/db.ts'
import { AppError } from '#server/platform/errors.ts'
import * as store from './one-time-codes-store.ts'

/** One error for wrong, used, expired and too often tried: it does not reveal what exists. */
export const invalidCode = (): AppError =>
  new AppError(
    'invalid_code',
    'This code or link is wrong, was already used or has expired. Request a new one.',
  )

/** A verification's secrets, returned once and stored as hashes. */
export interface Issued {
  row: store.OneTimeCodeRow
  /** For the requesting browser. */
  holder: string
  /** Six digits, for the mail. */
  code: string
  /** For the mail's link. */
  link: string
}

const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')

/**
 * Pending verifications. A code alone is worthless: it also needs the holder's secret, the password or the
 * session that requested it, so nobody else can use up its five tries.
 */
export function createOneTimeCodesService({ db, pepper }: { db: Db; pepper: string }) {
  /** Six digits are easily guessed from a plain hash, but not from one with the installation's key. */
  const hashCode = (code: string): string => createHmac('sha256', pepper).update(code).digest('hex')

  return {
    /** Writes a pending verification. With a holder's hash it belongs to a request that they made before. */
    async start(wanted: store.NewOneTimeCode, holderHash?: string | null): Promise<Issued> {
      const code = newCode()
      const [link, fresh] = [newToken(), newToken()]
      const holder = fresh.token
      const row = await store.insertOneTimeCode(db, wanted, {
        holder: holderHash ?? fresh.hash,
        code: hashCode(code),
        link: link.hash,
      })
      return { row, holder, code, link: link.token }
    },

    /** A new code and link for a pending row; null when it has just been used. */
    async renew(row: store.OneTimeCodeRow, minutes: number): Promise<Omit<Issued, 'holder'> | null> {
      const code = newCode()
      const link = newToken()
      const renewed = await store.renewOneTimeCode(db, row.id, {
        code: hashCode(code),
        link: link.hash,
        minutes,
      })
      return renewed ? { row: renewed, code, link: link.token } : null
    },

    held: (purpose: store.Purpose, holder: string) => store.findByHolder(db, purpose, hashToken(holder)),
    /** Pending rows of the one who made a request. */
    heldWith: (purpose: store.Purpose, row: store.OneTimeCodeRow) =>
      store.findByHolder(db, purpose, row.holder_hash ?? ''),
    pending: (id: number) => store.findPending(db, id),
    ofEmail: (purpose: store.Purpose, realmId: number, email: string, limit = 3) =>
      store.findOfEmail(db, purpose, realmId, email, limit),
    ofUser: (purpose: store.Purpose, userId: number) => store.findOfUser(db, purpose, userId),

    /** Counts a try for rows verified elsewhere (an app's code). @throws AppError invalid_code. */
    async tryOnce(rows: store.OneTimeCodeRow[]): Promise<store.OneTimeCodeRow> {
      const [row] = await store.countTry(
        db,
        rows.map((item) => item.id),
      )
      if (!row) throw invalidCode()
      return row
    },

    /** The row among these with this code; every one of them loses a try. @throws AppError invalid_code. */
    async checkCode(rows: store.OneTimeCodeRow[], code: string): Promise<store.OneTimeCodeRow> {
      const alive = await store.countTry(
        db,
        rows.map((row) => row.id),
      )
      const hash = hashCode(code)
      const matching = alive.filter((row) => constantTimeEqual(row.code_hash ?? '', hash))
      if (!matching[0]) throw invalidCode()
      return matching[0]
    },

    /** The row of a link (or a token issued for a code). @throws AppError invalid_code. */
    async byLink(purpose: store.Purpose, link: string): Promise<store.OneTimeCodeRow> {
      const row = await store.findByLink(db, purpose, hashToken(link))
      if (!row) throw invalidCode()
      return row
    },

    /** Uses up a row in the transaction that it permits. @throws AppError invalid_code when it was used in the meantime. */
    async use(row: store.OneTimeCodeRow): Promise<void> {
      if (!(await store.markUsed(db, row.id))) throw invalidCode()
    },

    /** Ends a user's pending verifications, after a change that invalidates them. */
    drop: (userId: number, purposes: store.Purpose[]) => store.dropOfUser(db, userId, purposes),
  }
}

export type OneTimeCodesService = ReturnType<typeof createOneTimeCodesService>
