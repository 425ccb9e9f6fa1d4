import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { listAncestors } from '#server/modules/accounts/accounts/index.ts'
import type { Context } from '#server/platform/context.ts'
import { derivedKey } from '#server/platform/crypto/derived-key.ts'
import { isInTransaction } from '#server/platform/db/ambient-driver.ts'
import { type Candidate, listKeys, mailboxKey, makeCandidate, type ReadValue } from './read-value.ts'
import { findByDigests, hasEntries, LOCK_CLASS } from './suppression-store.ts'

const digestKeyOf = derivedKey('suppression v1')

const digestAsWritten = (ctx: Context, { kind, value }: ReadValue): Buffer =>
  createHmac('sha256', digestKeyOf(ctx)).update(`${kind}\n${value}`, 'utf8').digest()

/** The digest of a value, with a key derived from the installation's secret; of an email, that of its mailbox. */
export const makeDigest = (ctx: Context, { kind, value }: ReadValue): Buffer =>
  digestAsWritten(ctx, { kind, value: kind === 'email' ? mailboxKey(value) : value })

/**
 * The check of every write path: is a value on the list of the account, or of an ancestor? One query per batch.
 * Within a transaction it also blocks new entries until that ends, so that nothing slips in between.
 * @returns per candidate the id of the entry that suppresses it, or null
 */
export async function findSuppressing(
  ctx: Context,
  accountId: number,
  candidates: readonly Candidate[],
): Promise<(number | null)[]> {
  if (candidates.length === 0) return []
  const path = await listAncestors(ctx.db, accountId)
  if (isInTransaction())
    for (const id of path)
      await sql`select pg_advisory_xact_lock_shared(${LOCK_CLASS}::int, ${id % 2 ** 31}::int)`.execute(ctx.db)
  // Normalizing and digesting takes about 20 microseconds a lead, and most accounts suppress nothing.
  if (!(await hasEntries(ctx.db, path))) return candidates.map(() => null)
  // A phone without its country has about two hundred keys: computed only when a phone is on a list.
  const phones = candidates.some(({ phone }) => phone) && (await hasEntries(ctx.db, path, 'phone'))
  const keys = candidates.map((candidate) =>
    // As written too: entries may be older than the comparison of mailboxes.
    listKeys(phones ? candidate : { ...candidate, phone: null }).flatMap((key) =>
      [makeDigest(ctx, key), digestAsWritten(ctx, key)].map((digest) => digest.toString('hex')),
    ),
  )
  const found = await findByDigests(ctx.db, path, [...new Set(keys.flat())])
  return keys.map((own) => own.map((key) => found.get(key)).find((id) => id !== undefined) ?? null)
}

/** Whether nothing is suppressed for an account: its leads need no check. Only outside of a write path. */
export const hasNoSuppression = async (ctx: Context, accountId: number): Promise<boolean> =>
  !(await hasEntries(ctx.db, await listAncestors(ctx.db, accountId)))

export const areLeadsSuppressed = async (
  ctx: Context,
  accountId: number,
  values: readonly Record<string, unknown>[],
): Promise<boolean[]> =>
  (await findSuppressing(ctx, accountId, values.map(makeCandidate))).map((id) => id !== null)

export const areEmailsSuppressed = async (
  ctx: Context,
  accountId: number,
  emails: readonly string[],
): Promise<boolean[]> =>
  (
    await findSuppressing(
      ctx,
      accountId,
      emails.map((email) => ({ email })),
    )
  ).map((id) => id !== null)
