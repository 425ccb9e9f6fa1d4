import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'

/** Whom and where a lead’s website named at earlier visits, as keyed digests. */
export interface KnownNames {
  names: string[]
  pages: string[]
  /** Names seen once, with the day. */
  waiting: Record<string, string>
}

interface KnownNamesTable extends KnownNames {
  account_id: number
  lead_id: number
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    known_names: KnownNamesTable
  }
}

/** What is known of each of these leads; none of those whose websites named nobody yet. */
export async function findKnownNames(
  db: Db,
  accountId: number,
  leadIds: readonly number[],
): Promise<Map<number, KnownNames>> {
  const rows = await db
    .selectFrom('known_names')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('lead_id', '=', sql<number>`any(${leadIds}::bigint[])`)
    .execute()
  return new Map(rows.map(({ lead_id, names, pages, waiting }) => [lead_id, { names, pages, waiting }]))
}

/** Keeps what a visit added. */
export async function keepKnownNames(
  db: Db,
  accountId: number,
  known: ReadonlyMap<number, KnownNames>,
): Promise<void> {
  if (known.size === 0) return
  const rows = [...known].sort(([a], [b]) => a - b).map(([leadId, one]) => ({ lead_id: leadId, ...one }))
  await sql`insert into known_names (account_id, lead_id, names, pages, waiting)
    select ${accountId}::bigint, lead_id, names, pages, waiting
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as n(lead_id bigint, names text[], pages text[], waiting jsonb)
    on conflict (account_id, lead_id) do update
      set names = excluded.names, pages = excluded.pages, waiting = excluded.waiting`.execute(db)
}
