import { sql } from 'kysely'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import { insertRow, updateRows } from '#server/platform/db/rows.ts'

/** An account's entities for two keys of one business. */
export interface Carried {
  accountId: number
  fromId: number
  toId: number
}

/**
 * Ensures that every account with an entity of one key also has one of another key, account by account in order.
 * Unless `keepsSource`, the entity itself gets the other key where that is free; leads follow, as they refer to
 * it by id.
 * @returns accounts that now have both, so that payments for one can be carried to the other.
 */
export async function carryKey(
  db: Db,
  type: ListTypeId,
  { from, to, keepsSource }: { from: string; to: string; keepsSource: boolean },
): Promise<Carried[]> {
  // Joined through the accounts: entities have no index by key alone.
  const { rows } = await sql<{ accountId: number; fromId: number | null; toId: number | null }>`
    select a.id as "accountId", max(e.id) filter (where e.entity_key = ${from}::text) as "fromId",
      max(e.id) filter (where e.entity_key = ${to}::text) as "toId"
    from account_node a
    join entity e on e.account_id = a.id and e.list_type = ${type} and e.entity_key in (${from}::text, ${to}::text)
    group by a.id order by a.id`.execute(db)
  const both: Carried[] = []
  for (const { accountId, fromId, toId } of rows) {
    if (fromId === null) continue
    if (toId !== null) both.push({ accountId, fromId, toId })
    else if (keepsSource) both.push({ accountId, fromId, toId: await addEntity(db, accountId, type, to) })
    else await rename(db, accountId, fromId, to)
  }
  return both
}

const rename = (db: Db, accountId: number, id: number, key: string) =>
  updateRows(db, 'entity', { account_id: accountId, id }, { entity_key: key })

async function addEntity(db: Db, accountId: number, type: ListTypeId, key: string): Promise<number> {
  const row = await insertRow(db, 'entity', { account_id: accountId, list_type: type, entity_key: key }, [
    'id',
  ])
  return row.id
}
