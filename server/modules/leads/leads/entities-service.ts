import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import { carryKey } from './carry-key.ts'
import { entitiesInLists, findEntities, upsertEntities } from './leads-store.ts'
import { savedKeys } from './saved-keys.ts'

/** The businesses and people behind an account's leads. */
export const createEntitiesService = ({ db }: { db: Db }) => ({
  async knownEntities(accountId: number, type: ListTypeId, keys: string[]): Promise<Map<string, number>> {
    const rows = await findEntities(db, accountId, type, keys)
    return new Map(rows.map((row) => [row.entity_key, row.id]))
  },
  inLists: (accountId: number, entityIds: number[], listId?: number) =>
    entitiesInLists(db, accountId, entityIds, listId),
  savedKeys: (accountId: number, type: ListTypeId, keys: readonly string[]) =>
    savedKeys(db, accountId, type, keys),
  upsertEntities,
  /** Carries entities of one key over to another (carry-key.ts), in the caller's transaction. */
  carryKey: (type: ListTypeId, keys: { from: string; to: string; keepsSource: boolean }) =>
    carryKey(db, type, keys),
})
