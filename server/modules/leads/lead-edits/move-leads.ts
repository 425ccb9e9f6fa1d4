import {
  type ChangePlace,
  type Counted,
  holdLeads,
  insertSameChange,
  notIn,
  writeLeads,
} from '#server/modules/leads/leads/index.ts'
import type { Db } from '#server/platform/db/db.ts'

/** Movable leads: their business or person is not in the other list. */
export async function movable(
  db: Db,
  { accountId, listId }: ChangePlace,
  ids: number[],
  to: number,
): Promise<number[]> {
  const locked = await holdLeads(db, { accountId, listId, ids })
  return (await notIn(db, accountId, to, locked)).map(({ id }) => id)
}

/** Moves leads to another list. @returns how many arrived there. */
export async function detachLeads(
  db: Db,
  place: ChangePlace,
  wanted: number[],
  to: number,
  historyId: number,
): Promise<Counted> {
  const { accountId, listId } = place
  const ids = await movable(db, place, wanted, to)
  const moved = await writeLeads(db, { accountId, listId, ids }, { list_id: to })
  const parts = { before: { list_id: listId }, after: { list_id: to } }
  await insertSameChange(db, { accountId, historyId }, ids, parts)
  return moved
}
