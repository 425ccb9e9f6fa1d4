import { type Generated, sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'

interface SourceAttemptTable {
  account_id: number
  run_id: number
  item_key: string
  source: string
  kind: string
  hit: boolean
  addresses: number
  credits: number
  took_ms: number
  created_at: Generated<Date>
}
interface FoundEmailTable {
  account_id: number
  address: string
  source: string
  kind: string
  state: string
  run_id: number
  created_at: Generated<Date>
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    source_attempt: SourceAttemptTable
    found_email: FoundEmailTable
  }
}

/** A request to a source: about a website, a lead or whatever `itemKey` names within the run. */
export interface Attempt {
  itemKey: string
  source: string
  /** `website` for published addresses, `inferred` for generated ones. */
  kind: 'website' | 'inferred'
  /** Whether a verified or potential address was found; an invalid one does not count. */
  hit: boolean
  addresses: number
  credits: number
  tookMs: number
}

/**
 * Records source requests, in the delivering transaction. Repeated by a resumed run, they count once: existing ones
 * were written before a crash and stay.
 */
export async function recordAttempts(
  db: Db,
  accountId: number,
  runId: number,
  items: Attempt[],
): Promise<void> {
  if (items.length === 0) return
  await db
    .insertInto('source_attempt')
    .values(
      items.map((item) => ({
        account_id: accountId,
        run_id: runId,
        item_key: item.itemKey,
        source: item.source,
        kind: item.kind,
        hit: item.hit,
        addresses: item.addresses,
        credits: item.credits,
        took_ms: Math.round(item.tookMs),
      })),
    )
    .onConflict((oc) => oc.doNothing())
    .execute()
}

/** A delivered address, with its source. */
export interface FoundEmail {
  address: string
  source: string
  kind: 'website' | 'inferred'
  state: string
}

/** Records the source of delivered addresses, in a consistent order; an address's first source stays. */
export async function recordFound(
  db: Db,
  accountId: number,
  runId: number,
  items: FoundEmail[],
): Promise<void> {
  if (items.length === 0) return
  const rows = items.map((item) => ({
    account_id: accountId,
    address: item.address.toLowerCase(),
    source: item.source,
    kind: item.kind,
    state: item.state,
    run_id: runId,
  }))
  rows.sort((a, b) => (a.address < b.address ? -1 : 1))
  await db
    .insertInto('found_email')
    .values(rows)
    .onConflict((oc) => oc.doNothing())
    .execute()
}

/** The sources of those lowercase addresses for which one is known. */
export const findSources = (db: Db, accountId: number, addresses: string[]) =>
  db
    .selectFrom('found_email')
    .select(['address', 'source', 'kind'])
    .where('account_id', '=', accountId)
    .where('address', '=', sql<string>`any(${addresses}::text[])`)
    .execute()

/** A source's results for the account in the last year, published ones only. */
export const sumAttempts = (db: Db, accountId: number, source: string) =>
  db
    .selectFrom('source_attempt')
    .select([
      sql<number>`count(*)`.as('attempts'),
      sql<number>`count(*) filter (where hit)`.as('hits'),
      sql<number>`coalesce(sum(addresses), 0)`.as('addresses'),
    ])
    .where('account_id', '=', accountId)
    .where('source', '=', source)
    .where('kind', '=', 'website')
    .where('created_at', '>', sql<Date>`now() - interval '1 year'`)
    .executeTakeFirstOrThrow()
