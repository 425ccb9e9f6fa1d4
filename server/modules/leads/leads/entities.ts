import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import type { Context } from '#server/platform/context.ts'
import { carryKey } from './carry-key.ts'
import { entitiesInLists, findEntities } from './leads-store.ts'
import { savedKeys } from './saved-keys.ts'

export async function findKnownEntities(
  ctx: Context,
  accountId: number,
  type: ListTypeId,
  keys: string[],
): Promise<Map<string, number>> {
  const rows = await findEntities(ctx.db, accountId, type, keys)
  return new Map(rows.map((row) => [row.entity_key, row.id]))
}

export const findEntitiesInLists = (ctx: Context, accountId: number, entityIds: number[], listId?: number) =>
  entitiesInLists(ctx.db, accountId, entityIds, listId)

export const findSavedKeys = (ctx: Context, accountId: number, type: ListTypeId, keys: readonly string[]) =>
  savedKeys(ctx.db, accountId, type, keys)

/** Carries entities of one key over to another (carry-key.ts), in the caller's transaction. */
export const carryEntityKey = (
  ctx: Context,
  type: ListTypeId,
  keys: { from: string; to: string; keepsSource: boolean },
) => carryKey(ctx.db, type, keys)
