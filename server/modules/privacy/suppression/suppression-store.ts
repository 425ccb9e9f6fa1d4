import { type Generated, type Selectable, sql } from 'kysely'
import type { SuppressionKind } from '#contract/privacy/suppression.ts'
import type { Db } from '#server/platform/db/db.ts'
import { containing } from '#server/platform/db/like-pattern.ts'
import { readPage } from '#server/platform/db/read-page.ts'
import { deleteRows, findRow } from '#server/platform/db/rows.ts'
import { prepared } from '#server/platform/db/run-prepared.ts'
import type { ReadValue } from './read-value.ts'

interface SuppressionTable {
  account_id: number
  id: Generated<number>
  kind: SuppressionKind
  digest: Buffer
  value: string | null
  note: string | null
  created_by: number | null
  created_at: Generated<Date>
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    suppression: SuppressionTable
  }
}
export type SuppressionRow = Selectable<SuppressionTable>

/** First number of the advisory locks of suppression lists; the second is the account. */
export const LOCK_CLASS = 2727

/** Adding to an account's list waits for running deliveries below it. */
export const lockList = (db: Db, accountId: number) =>
  sql`select pg_advisory_xact_lock(${LOCK_CLASS}::int, ${accountId % 2 ** 31}::int)`.execute(db)

/** Entries of these accounts by digest (hex). */
export async function findByDigests(
  db: Db,
  accountIds: number[],
  digests: string[],
): Promise<Map<string, number>> {
  if (digests.length === 0) return new Map()
  const { rows } = await sql<{ digest: string; id: number }>`
    select encode(digest, 'hex') as digest, id from suppression
    where account_id = any(${accountIds}::bigint[])
      and digest in (select decode(d, 'hex') from unnest(${digests}::text[]) as d)`.execute(db)
  return new Map(rows.map(({ digest, id }) => [digest, id]))
}

/** Whether one of these accounts suppresses anything, or anything of a kind. */
export const hasEntries = async (db: Db, accountIds: number[], kind?: SuppressionKind): Promise<boolean> =>
  (await anyEntry(db, accountIds, kind ?? null)).length > 0

const anyEntry = prepared(
  (_db, accountIds: readonly number[], kind: SuppressionKind | null) =>
    sql`select 1 from suppression where account_id = any(${accountIds}::bigint[])
    and kind = coalesce(${kind}, kind) limit 1`,
)

/** Adds entries; existing ones stay. @returns the new ones. */
export async function insertEntries(
  db: Db,
  person: { accountId: number; userId: number | null; note: string | null },
  entries: { read: ReadValue; digest: Buffer; isErased?: boolean }[],
): Promise<{ id: number; kind: SuppressionKind; digest: string }[]> {
  // In a consistent order: two that add the same values wait for each other without a deadlock.
  const rows = entries
    .map(({ read, digest, isErased }) => ({
      kind: read.kind,
      digest: digest.toString('hex'),
      value: isErased ? null : read.value,
    }))
    .toSorted((a, b) => (a.digest < b.digest ? -1 : 1))
  const answer = await sql<{ id: number; kind: SuppressionKind; digest: string }>`
    insert into suppression (account_id, kind, digest, value, note, created_by)
    select ${person.accountId}, kind, decode(digest, 'hex'), value, ${person.note}, ${person.userId}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(kind text, digest text, value text)
    on conflict (account_id, digest) do nothing
    returning id, kind, encode(digest, 'hex') as digest`.execute(db)
  return answer.rows
}

export const findEntry = (db: Db, accountId: number, id: number) =>
  findRow(db, 'suppression', { account_id: accountId, id })

export const deleteEntry = (db: Db, accountId: number, id: number) =>
  deleteRows(db, 'suppression', { account_id: accountId, id })

/** A page of entries that apply to an account: its own and inherited ones, newest first. */
export async function listEntries(
  db: Db,
  accountIds: number[],
  query: { page: number; limit: number; search?: string; kind?: SuppressionKind },
) {
  let base = db
    .selectFrom('suppression as s')
    .where('s.account_id', '=', sql<number>`any(${accountIds}::bigint[])`)
  if (query.kind) base = base.where('s.kind', '=', query.kind)
  if (query.search) base = base.where('s.value', 'ilike', containing(query.search))
  return readPage(
    base,
    base
      .leftJoin('member as u', 'u.id', 's.created_by')
      .select(['s.account_id', 's.id', 's.kind', 's.value', 's.note', 's.created_at'])
      .select(['u.first_name', 'u.last_name', 'u.email'])
      .orderBy('s.id', 'desc'),
    query,
  )
}
