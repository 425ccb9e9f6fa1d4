import { sql } from 'kysely'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import type { Db } from '#server/platform/db/db.ts'

interface EntityAliasTable {
  account_id: number
  list_type: ListTypeId
  alias: string
  entity_id: number
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    entity_alias: EntityAliasTable
  }
}

export interface KnownBy {
  entityId: number
  aliases: readonly string[]
}

/** The account's entities with these aliases. */
export async function findAliases(
  db: Db,
  accountId: number,
  type: ListTypeId,
  aliases: readonly string[],
): Promise<Map<string, number>> {
  if (aliases.length === 0) return new Map()
  const rows = await db
    .selectFrom('entity_alias')
    .select(['alias', 'entity_id'])
    .where('account_id', '=', accountId)
    .where('list_type', '=', type)
    .where('alias', '=', sql<string>`any(${[...new Set(aliases)]}::text[])`)
    .execute()
  return new Map(rows.map((row) => [row.alias, row.entity_id]))
}

/** Stores aliases of entities. An alias of another entity is kept, unless these are `surer` because they come from current leads. */
export async function learnAliases(
  db: Db,
  accountId: number,
  type: ListTypeId,
  known: readonly KnownBy[],
  { surer = false } = {},
): Promise<void> {
  const byAlias = new Map<string, number>()
  for (const { entityId, aliases } of known)
    for (const alias of aliases) if (!byAlias.has(alias)) byAlias.set(alias, entityId)
  if (byAlias.size === 0) return
  // In a consistent order, to avoid deadlocks.
  const rows = [...byAlias].sort(([one], [other]) => (one < other ? -1 : 1))
  await sql`insert into entity_alias (account_id, list_type, alias, entity_id)
    select ${accountId}, ${type}, n.alias, n.id
    from unnest(${rows.map(([alias]) => alias)}::text[], ${rows.map(([, id]) => id)}::bigint[]) as n(alias, id)
    on conflict (account_id, list_type, alias) ${
      surer
        ? sql`do update set entity_id = excluded.entity_id where entity_alias.entity_id <> excluded.entity_id`
        : sql`do nothing`
    }`.execute(db)
}
