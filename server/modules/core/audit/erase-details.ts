import type { RawBuilder } from 'kysely'
import { beforeCommit, type Db } from '#server/platform/db/db.ts'
import { currentCall } from '#server/platform/http/current-call.ts'
import { appendEntry } from './append-entry.ts'
import { blankDetails } from './audit-store.ts'

/** Entries per `audit.erased`, to limit its length. */
const NAMED_AT_ONCE = 1000

/**
 * Erases the details of entries, in the current transaction. Before the commit an `audit.erased` entry names
 * each by number and digest: an emptied entry named by none counts as broken.
 * @param accountId of one account, or null for all
 * @param where which entries: SQL over columns of `audit_entry`
 * @returns how many were erased
 * @throws Error outside a transaction
 */
export async function eraseAuditDetails(
  db: Db,
  {
    accountId,
    where,
    userId,
  }: { accountId: number | null; where: RawBuilder<unknown>; userId?: number | null },
): Promise<number> {
  const actor = currentCall()?.actor
  const user = userId ?? actor?.userId ?? null
  const erased: Awaited<ReturnType<typeof blankDetails>> = []
  beforeCommit(db, async () => {
    for (const [account_id, rows] of Map.groupBy(erased, (row) => row.account_id))
      for (let at = 0; at < rows.length; at += NAMED_AT_ONCE)
        await appendEntry(db, {
          account_id,
          action: 'audit.erased',
          user_id: user,
          actor_user_id: actor?.acting?.userId ?? user,
          credential: actor?.credential.kind ?? 'none',
          subject: null,
          detail: {
            erased: rows
              .slice(at, at + NAMED_AT_ONCE)
              .map(({ seq, digest }) => [seq, digest.toString('hex')]),
          },
        })
  })
  erased.push(...(await blankDetails(db, accountId, where)))
  return erased.length
}
