import { sql } from 'kysely'
import type { Context } from '#server/platform/context.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { forEachItem } from '#server/platform/queue/for-each-item.ts'
import { LEAD_COLUMNS, updateLeads } from './leads-store.ts'
import { retentionNoted } from './signals.ts'

/** Leads of one list per batch. */
const CHUNK = 500

/** Leads with a value of a source that expires. */
const holdsValuesOfSource = (sourceId: string) =>
  sql<boolean>`provenance ? 'expires_at' and (provenance #>> '{default,source}' = ${sourceId}
    or jsonb_path_exists(provenance, '$.fields.*.source ? (@ == $id)', jsonb_build_object('id', ${sourceId}::text)))`

/** Number of leads and lists with values of a source that expire before a moment. */
export async function countExpiring(
  db: Db,
  sourceId: string,
  until: Date,
): Promise<{ leads: number; lists: number }> {
  const { leads, lists } = await db
    .selectFrom('lead')
    .select((eb) => [
      eb.fn.countAll<number>().as('leads'),
      sql<number>`count(distinct (account_id, list_id))`.as('lists'),
    ])
    .where(holdsValuesOfSource(sourceId))
    .where(sql<boolean>`provenance ->> 'expires_at' <= ${until.toISOString()}`)
    .executeTakeFirstOrThrow()
  return { leads: Number(leads), lists: Number(lists) }
}

async function updateExpiryInList(
  db: Db,
  sourceId: string,
  accountId: number,
  listId: number,
): Promise<void> {
  for (let after = 0; ; ) {
    const last = await transaction(db, async () => {
      const rows = await db
        .selectFrom('lead')
        .select(LEAD_COLUMNS)
        .where('account_id', '=', accountId)
        .where('list_id', '=', listId)
        .where('id', '>', after)
        .where(holdsValuesOfSource(sourceId))
        .orderBy('id')
        .limit(CHUNK)
        .forUpdate()
        .execute()
      await updateLeads(db, rows)
      return rows.length < CHUNK ? null : (rows.at(-1)?.id as number)
    })
    if (last === null) return
    after = last
  }
}

/** Recomputes expiry dates of leads, for each source whose retention was changed. */
export async function noteRetentions(ctx: Context): Promise<void> {
  const { db } = ctx
  const changed = await db
    .selectFrom('source_retention_info')
    .select(['source_id', 'retention_days'])
    .where(sql<boolean>`retention_days is distinct from retention_noted`)
    .execute()
  await forEachItem(
    'sources',
    changed,
    async ({ source_id: sourceId, retention_days: days }) => {
      const lists = await db
        .selectFrom('lead')
        .select(['account_id', 'list_id'])
        .distinct()
        .where(holdsValuesOfSource(sourceId))
        .orderBy('account_id')
        .orderBy('list_id')
        .execute()
      await forEachItem(
        'lists',
        lists,
        ({ account_id, list_id }) => updateExpiryInList(db, sourceId, account_id, list_id),
        { nameItem: ({ list_id }) => list_id },
      )
      await retentionNoted.emit(ctx, { sourceId, days })
    },
    { nameItem: ({ source_id }) => source_id },
  )
}
