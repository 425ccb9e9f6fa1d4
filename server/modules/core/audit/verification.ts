import type { Db } from '#server/platform/db/db.ts'
import { sha256 } from './audit-hash.ts'
import { getAuditKeys } from './audit-keys.ts'
import { findLastCheckpoint, findLastVerified, setVerified } from './checkpoint-store.ts'
import { databaseNow } from './database-now.ts'

/** When the whole log was last checked, and what was broken then. */
export interface Verification {
  /** Null without a check that the key proves. */
  verified_at: Date | null
  broken: string | null
}

const UNPROVEN = 'The result of the last check was not signed with a key of this installation'

/** What the MAC of a check signs. */
const hashOfCheck = (n: number, at: Date, broken: string | null): Buffer =>
  sha256(JSON.stringify([n, at.toISOString(), broken]))

/** Records that the whole log was checked, and what was broken. */
export async function noteVerified(db: Db, broken: string | null): Promise<void> {
  const last = await findLastCheckpoint(db)
  if (!last) return
  const verified_at = await databaseNow(db)
  const { key_id, mac } = getAuditKeys(db).sign('verified 1', hashOfCheck(last.n, verified_at, broken))
  await setVerified(db, last.n, { verified_at, broken, verified_key_id: key_id, verified_mac: mac })
}

/** The last check, as far as its signature proves it; earlier versions did not sign. */
export async function findVerification(db: Db): Promise<Verification> {
  const {
    n,
    verified_at,
    broken = null,
    verified_key_id: key_id,
    verified_mac: mac,
  } = (await findLastVerified(db)) ?? {}
  if (n === undefined || !verified_at || !key_id || !mac) return { verified_at: null, broken }
  // An out-of-range time is not a date.
  const isProven =
    verified_at instanceof Date &&
    getAuditKeys(db).check('verified 1', hashOfCheck(n, verified_at, broken), { key_id, mac }) === 'valid'
  return isProven ? { verified_at, broken } : { verified_at: null, broken: UNPROVEN }
}
