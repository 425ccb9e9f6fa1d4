import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import { learnAliases } from './entity-aliases.ts'
import { upsertEntities } from './leads-store.ts'

/** A lead's entity, by id or by key while it has no id, and its new aliases. */
export interface EntityMatch {
  entity: number | string
  aliases: readonly string[]
}

/**
 * Creates missing entities and stores the aliases of all, in the caller's transaction.
 * @returns entity ids in the order of the matches
 */
export async function storeEntities(
  db: Db,
  accountId: number,
  type: ListTypeId,
  matches: readonly EntityMatch[],
): Promise<number[]> {
  const keys = matches.flatMap(({ entity }) => (typeof entity === 'string' ? [entity] : []))
  const ids = await upsertEntities(db, accountId, type, keys)
  const known = matches.map(({ entity, aliases }) => ({
    entityId: typeof entity === 'string' ? (ids.get(entity) as number) : entity,
    aliases,
  }))
  await learnAliases(db, accountId, type, known)
  return known.map(({ entityId }) => entityId)
}
