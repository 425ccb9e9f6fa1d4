import { type SqlBool, sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import { EntityBlocks } from './entity-blocks.ts'

interface ExportedBlockTable {
  account_id: number
  list_id: number
  user_id: number
  /** Its entities are those from `block * 1024` on. */
  block: number
  /** One bit per entity. */
  entities: string
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    exported_block: ExportedBlockTable
  }
}

/** The blocks as rows of `block` and `entities`. */
const makeRows = (blocks: EntityBlocks) => {
  const { numbers, bits } = blocks.columns()
  return sql`(select block, ('x' || hex)::bit(1024) as entities
    from unnest(${numbers}::bigint[], ${bits}::text[]) as given(block, hex)) as b`
}

const ADD_TO_BLOCK = sql`on conflict (account_id, list_id, user_id, block)
  do update set entities = exported_block.entities | excluded.entities`

/** Whether block `x` has the entity. */
const hasEntity = (entity: ReturnType<typeof sql>) =>
  sql<SqlBool>`x.block = ${entity} >> 10 and get_bit(x.entities, (${entity} & 1023)::int) = 1`

/** Records which leads of a list a person has downloaded. Ordered, so that two exports never deadlock. */
export const insertExported = (
  db: Db,
  scope: { accountId: number; listId: number; userId: number },
  entities: EntityBlocks,
) =>
  sql`insert into exported_block (account_id, list_id, user_id, block, entities)
    select ${scope.accountId}, ${scope.listId}, ${scope.userId}, b.block, b.entities from ${makeRows(entities)} order by b.block
    ${ADD_TO_BLOCK}`.execute(db)

/** The condition that a person has not downloaded the lead from this list. */
export const neverExported = (accountId: number, listId: number, userId: number) =>
  sql<SqlBool>`not exists (select from exported_block as x where x.account_id = ${accountId} and x.list_id = ${listId}
    and x.user_id = ${userId} and ${hasEntity(sql`lead.entity_id`)})`

/** Which of these entities anyone in the account has downloaded, including from deleted lists. */
export async function exportedEntities(db: Db, accountId: number, ids: number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: number }>`select distinct id from unnest(${ids}::bigint[]) as id
    join exported_block x on ${hasEntity(sql`id`)} where x.account_id = ${accountId}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Makes exports of these entities count for another one, within one list. */
export const carryExports = (
  db: Db,
  { accountId, listId, from, to }: { accountId: number; listId: number; from: number[]; to: number },
) =>
  sql`insert into exported_block (account_id, list_id, user_id, block, entities)
    select distinct x.account_id, x.list_id, x.user_id, ${to}::bigint >> 10,
      set_bit(b'0'::bit(1024), (${to}::bigint & 1023)::int, 1)
    from exported_block x join ${makeRows(EntityBlocks.from(from))} on x.block = b.block
    where x.account_id = ${accountId} and x.list_id = ${listId} and x.entities & b.entities <> b'0'::bit(1024)
    ${ADD_TO_BLOCK}`.execute(db)
