import { createHmac, createSecretKey, hkdfSync } from 'node:crypto'
import { sql } from 'kysely'
import { ancestorsOf } from '#server/modules/accounts/accounts/index.ts'
import { isInTransaction } from '#server/platform/db/ambient-driver.ts'
import type { Db } from '#server/platform/db/db.ts'
import { type Candidate, candidateOf, keysOf, type ReadValue } from './read-value.ts'
import { findByDigests, hasEntries, LOCK_CLASS } from './suppression-store.ts'

/** Creates digests of values, with a key derived from the installation's secret. */
function createDigest(secretKey: string): (value: ReadValue) => Buffer {
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', secretKey, '', 'suppression v1', 32)))
  return ({ kind, value }) => createHmac('sha256', key).update(`${kind}\n${value}`, 'utf8').digest()
}

/**
 * The check of every write path: is a value on the list of the account, or of an ancestor? One query per batch.
 * Within a transaction it also blocks new entries until that ends, so that nothing slips in between.
 */
export function createSuppressionCheck({ db, secretKey }: { db: Db; secretKey: string }) {
  const digest = createDigest(secretKey)

  /** @returns per candidate the id of the entry that suppresses it, or null. */
  async function suppressed(accountId: number, candidates: readonly Candidate[]): Promise<(number | null)[]> {
    if (candidates.length === 0) return []
    const path = await ancestorsOf(db, accountId)
    if (isInTransaction())
      for (const id of path)
        await sql`select pg_advisory_xact_lock_shared(${LOCK_CLASS}::int, ${id % 2 ** 31}::int)`.execute(db)
    // Normalizing and digesting takes about 20 microseconds a lead, and most accounts suppress nothing.
    if (!(await hasEntries(db, path))) return candidates.map(() => null)
    // A phone without its country has about two hundred keys: computed only when a phone is on a list.
    const phones = candidates.some(({ phone }) => phone) && (await hasEntries(db, path, 'phone'))
    const keys = candidates.map((candidate) =>
      keysOf(phones ? candidate : { ...candidate, phone: null }).map((key) => digest(key).toString('hex')),
    )
    const found = await findByDigests(db, path, [...new Set(keys.flat())])
    return keys.map((own) => own.map((key) => found.get(key)).find((id) => id !== undefined) ?? null)
  }

  return {
    digest,
    suppressed,

    /** Whether nothing is suppressed for an account: its leads need no check. Only outside of a write path. */
    isEmpty: async (accountId: number): Promise<boolean> =>
      !(await hasEntries(db, await ancestorsOf(db, accountId))),

    leads: async (accountId: number, values: readonly Record<string, unknown>[]): Promise<boolean[]> =>
      (await suppressed(accountId, values.map(candidateOf))).map((id) => id !== null),

    emails: async (accountId: number, emails: readonly string[]): Promise<boolean[]> =>
      (
        await suppressed(
          accountId,
          emails.map((email) => ({ email })),
        )
      ).map((id) => id !== null),
  }
}

export type SuppressionCheck = ReturnType<typeof createSuppressionCheck>
