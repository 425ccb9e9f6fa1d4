import { createHmac, randomInt } from 'node:crypto'
import type { Context } from '#server/platform/context.ts'
import { constantTimeEqual, hashToken, newToken } from '#server/platform/crypto/tokens.ts'
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

/** Six digits are easily guessed from a plain hash, but not from one with the installation's key. */
const hashCode = (ctx: Context, code: string): string =>
  createHmac('sha256', ctx.secretKey).update(code).digest('hex')

/**
 * Writes a pending verification. A code alone is worthless: it also needs the holder's secret, the password or the
 * session that requested it, so nobody else can use up its five tries.
 * @param holderHash of a request that the holder made before, to which it then belongs
 */
export async function startCode(
  ctx: Context,
  wanted: store.NewOneTimeCode,
  holderHash?: string | null,
): Promise<Issued> {
  const code = newCode()
  const [link, fresh] = [newToken(), newToken()]
  const holder = fresh.token
  const row = await store.insertOneTimeCode(ctx.db, wanted, {
    holder: holderHash ?? fresh.hash,
    code: hashCode(ctx, code),
    link: link.hash,
  })
  return { row, holder, code, link: link.token }
}

/** A new code and link for a pending row; null when it has just been used. */
export async function renewCode(
  ctx: Context,
  row: store.OneTimeCodeRow,
  minutes: number,
): Promise<Omit<Issued, 'holder'> | null> {
  const code = newCode()
  const link = newToken()
  const renewed = await store.renewOneTimeCode(ctx.db, row.id, {
    code: hashCode(ctx, code),
    link: link.hash,
    minutes,
  })
  return renewed ? { row: renewed, code, link: link.token } : null
}

/** Pending rows of the holder of this secret. */
export const listHeldCodes = (ctx: Context, purpose: store.Purpose, holder: string) =>
  store.findByHolder(ctx.db, purpose, hashToken(holder))

/** Pending rows of the holder of `row`. */
export const listCodesOfHolder = (ctx: Context, purpose: store.Purpose, row: store.OneTimeCodeRow) =>
  store.findByHolder(ctx.db, purpose, row.holder_hash ?? '')

export const findPendingCode = (ctx: Context, id: number) => store.findPending(ctx.db, id)

export const listCodesOfEmail = (
  ctx: Context,
  purpose: store.Purpose,
  { realmId, email, limit = 3 }: { realmId: number; email: string; limit?: number },
) => store.findOfEmail(ctx.db, purpose, { realmId, email, limit })

export const listCodesOfUser = (ctx: Context, purpose: store.Purpose, userId: number) =>
  store.findOfUser(ctx.db, purpose, userId)

/** Counts a try for rows verified elsewhere (an app's code). @throws AppError invalid_code. */
export async function countCodeTry(
  ctx: Context,
  rows: store.OneTimeCodeRow[],
): Promise<store.OneTimeCodeRow> {
  const [row] = await store.countTry(
    ctx.db,
    rows.map((item) => item.id),
  )
  if (!row) throw invalidCode()
  return row
}

/** The row among these with this code; every one of them loses a try. @throws AppError invalid_code. */
export async function checkCode(
  ctx: Context,
  rows: store.OneTimeCodeRow[],
  code: string,
): Promise<store.OneTimeCodeRow> {
  const alive = await store.countTry(
    ctx.db,
    rows.map((row) => row.id),
  )
  const hash = hashCode(ctx, code)
  const matching = alive.filter((row) => constantTimeEqual(row.code_hash ?? '', hash))
  if (!matching[0]) throw invalidCode()
  return matching[0]
}

/** The row of a link (or a token issued for a code). @throws AppError invalid_code. */
export async function findCodeByLink(
  ctx: Context,
  purpose: store.Purpose,
  link: string,
): Promise<store.OneTimeCodeRow> {
  const row = await store.findByLink(ctx.db, purpose, hashToken(link))
  if (!row) throw invalidCode()
  return row
}

/** Uses up a row in the transaction that it permits. @throws AppError invalid_code when it was used in the meantime. */
export async function redeemCode(ctx: Context, row: store.OneTimeCodeRow): Promise<void> {
  if (!(await store.markUsed(ctx.db, row.id))) throw invalidCode()
}

/** Ends a user's pending verifications, after a change that invalidates them. */
export const dropCodes = (ctx: Context, userId: number, purposes: store.Purpose[]) =>
  store.dropOfUser(ctx.db, userId, purposes)
