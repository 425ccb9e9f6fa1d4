import { type Db, requireTransaction } from '#server/platform/db/db.ts'
import { sha256 } from './audit-hash.ts'
import { getAuditKeys } from './audit-keys.ts'
import { type ChainRow, findChain, insertSeal, lockChain } from './audit-store.ts'

/** What a chain's seal signs. */
const sealedHash = (accountId: number, seq: number, hash: Buffer): Buffer =>
  sha256(JSON.stringify([accountId, seq, hash.toString('hex')]))

/**
 * Signs the head of an account's chain before its entries are deleted with the account: without it the log would
 * count as wiped.
 * @throws Error outside a transaction
 */
export async function sealChain(db: Db, accountId: number): Promise<void> {
  requireTransaction(db, 'Sealing a chain')
  if (!(await findChain(db, accountId))) return
  const { seq, hash } = await lockChain(db, accountId)
  const signature = getAuditKeys(db).sign('seal 1', sealedHash(accountId, seq, hash))
  await insertSeal(db, { account_id: accountId, seq, hash }, signature)
}

/** The start of a chain: at its seal, or before its first entry; null for an invalid seal. */
export function findStart(db: Db, chain: ChainRow | undefined): { seq: number; hash: Buffer } | null {
  const {
    account_id,
    sealed_seq: seq,
    sealed_hash: hash,
    sealed_key_id: key_id,
    sealed_mac: mac,
  } = chain ?? {}
  if (account_id === undefined || seq == null) return { seq: 0, hash: Buffer.alloc(32) }
  if (!hash || !key_id || !mac) return null
  const verdict = getAuditKeys(db).check('seal 1', sealedHash(account_id, seq, hash), { key_id, mac })
  return verdict === 'valid' ? { seq, hash } : null
}
