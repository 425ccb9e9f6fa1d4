import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'

interface VerificationItemTable {
  account_id: number
  run_id: number
  position: number
  given: string
  address: string | null
  repeated: boolean
  done: boolean
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    verification_item: VerificationItemTable
  }
}

/** A line of a bulk check: the input, and the address in it, if any. */
export interface Line {
  given: string
  address: string | null
}

/** Appends lines after the first `count`. Invalid and repeated ones are finished immediately. */
export async function insertLines(
  db: Db,
  accountId: number,
  runId: number,
  { count, lines }: { count: number; lines: Line[] },
): Promise<{ addresses: number; none: number }> {
  if (lines.length === 0) return { addresses: 0, none: 0 }
  const given = lines.map((line) => line.given)
  const addresses = lines.map((line) => line.address)
  const { rows } = await sql<{ address: string | null; repeated: boolean }>`
    insert into verification_item (account_id, run_id, position, given, address, repeated, done)
    select ${accountId}, ${runId}, ${count}::int + n, given, address, repeated, repeated or address is null
    from (
      select x.*, address is not null and (
        row_number() over (partition by address order by n) > 1
        or exists (select from verification_item v
          where v.account_id = ${accountId} and v.run_id = ${runId} and v.address = x.address and not v.repeated)) as repeated
      from unnest(${given}::text[], ${addresses}::text[]) with ordinality as x (given, address, n)
    ) as checked
    returning address, repeated`.execute(db)
  return {
    addresses: rows.filter((row) => row.address !== null && !row.repeated).length,
    none: rows.filter((row) => row.address === null).length,
  }
}

/** A run's next waiting addresses, after a position. */
export const openLines = (
  db: Db,
  accountId: number,
  runId: number,
  { after, limit }: { after: number; limit: number },
) =>
  db
    .selectFrom('verification_item')
    .select(['position', 'address'])
    .where('account_id', '=', accountId)
    .where('run_id', '=', runId)
    .where('position', '>', after)
    .where('done', '=', false)
    .orderBy('position')
    .limit(limit)
    .execute()

/** Marks lines as finished; returns the positions that were not before. */
export async function finishLines(
  db: Db,
  accountId: number,
  runId: number,
  positions: number[],
): Promise<Set<number>> {
  const rows = await db
    .updateTable('verification_item')
    .set({ done: true })
    .where('account_id', '=', accountId)
    .where('run_id', '=', runId)
    .where('position', '=', sql<number>`any(${positions}::int[])`)
    .where('done', '=', false)
    .returning('position')
    .execute()
  return new Set(rows.map((row) => row.position))
}

/** Deletes lines of runs that ended this long ago; the addresses' results stay. */
export const removeOldLines = (db: Db, days: number) =>
  sql`
  delete from verification_item i using run_info r
  where r.account_id = i.account_id and r.id = i.run_id and r.finished_at < now() - make_interval(days => ${days})`.execute(
    db,
  )
