import { sql } from 'kysely'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import { prepared } from '#server/platform/db/run-prepared.ts'

const readSavedKeys = prepared(
  (_db, accountId: number, type: ListTypeId, keys: readonly string[]) => sql<{ entity_key: string }>`
    select entity_key from entity
    where account_id = ${accountId} and list_type = ${type} and entity_key = any(${keys}::text[])
      and exists (select from lead join list_info as list on list.account_id = lead.account_id and list.id = lead.list_id
        where lead.account_id = ${accountId} and lead.entity_id = entity.id and lead.deleted_at is null
          and list.deleted_at is null)`,
)

/** Which of these keys belong to an entity with an active lead in a list. */
export async function savedKeys(
  db: Db,
  accountId: number,
  type: ListTypeId,
  keys: readonly string[],
): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  return new Set((await readSavedKeys(db, accountId, type, keys)).map((row) => row.entity_key))
}
