import { findOwner } from '#server/modules/accounts/accounts/index.ts'
import { hashToken } from '#server/platform/crypto/tokens.ts'
import type { Db } from '#server/platform/db/db.ts'
import { findContactEmail, findTrialUse, insertTrialUse } from './contacts-store.ts'

/** A trial's recipient: an account, an email, or both. */
export interface TrialUser {
  accountId: number | null
  email: string | null
}

/** Normalizes a mailbox: a plus sign starts a label. Only its hash is stored. */
function hashMailbox(email: string): string {
  const [local = '', domain = ''] = email.toLowerCase().split('@')
  return hashToken(`${local.split('+')[0]}@${domain}`)
}

const makeTrialUses = ({ accountId, email }: TrialUser) => [
  ...(email === null ? [] : [{ kind: 'email' as const, value: hashMailbox(email) }]),
  ...(accountId === null ? [] : [{ kind: 'account' as const, value: String(accountId) }]),
]

/** Whether a seller has given this account or mailbox a trial before. */
export async function hadTrial(db: Db, sellerId: number, user: TrialUser): Promise<boolean> {
  const uses = makeTrialUses(user)
  return uses.length > 0 && (await findTrialUse(db, sellerId, uses)) !== undefined
}

/** Uses up the one free package of a mailbox at a seller. @returns false when it has had one before. */
export const consumeFreePackage = async (db: Db, sellerId: number, email: string, now: Date) =>
  (await insertTrialUse(db, sellerId, [{ kind: 'free', value: hashMailbox(email) }], now)) === 1

/**
 * Uses up the one trial of an account and its mailbox at a seller: `email`, else the one the account was opened
 * for, else its owner's.
 * @returns false when either has had one before.
 */
export async function consumeTrial(
  db: Db,
  sellerId: number,
  { accountId, email }: { accountId: number; email?: string },
  now: Date,
): Promise<boolean> {
  const known = email ?? (await findContactEmail(db, accountId)) ?? (await findOwner(db, accountId))?.email
  const uses = makeTrialUses({ accountId, email: known ?? null })
  return (await insertTrialUse(db, sellerId, uses, now)) === uses.length
}
