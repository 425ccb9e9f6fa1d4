import type { Db } from '#server/platform/db/db.ts'
import { digestOf, hashOf } from './audit-hash.ts'
import { chainEnd, entriesAfter } from './audit-store.ts'

const PAGE = 1000

/**
 * Walks the chain of an account. `brokenAt` is the number of the first entry that was changed, removed or put in;
 * null when the chain is whole. An entry whose detail was erased still counts as whole.
 */
export async function checkChain(
  db: Db,
  accountId: number,
): Promise<{ entries: number; brokenAt: number | null }> {
  let before: Buffer = Buffer.alloc(32)
  let seq = 0
  for (let more = true; more; ) {
    const page = await entriesAfter(db, accountId, seq, PAGE)
    for (const entry of page) {
      const told = entry.salt && entry.detail ? digestOf(entry.salt, entry.detail) : entry.digest
      const isWhole =
        entry.seq === seq + 1 && told.equals(entry.digest) && hashOf(before, entry).equals(entry.hash)
      if (!isWhole) return { entries: seq, brokenAt: seq + 1 }
      before = entry.hash
      seq = entry.seq
    }
    more = page.length === PAGE
  }
  const end = await chainEnd(db, accountId)
  const isEnd = end ? end.seq === seq && end.hash.equals(before) : seq === 0
  return { entries: seq, brokenAt: isEnd ? null : seq + 1 }
}
