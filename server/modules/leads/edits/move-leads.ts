import { sql } from 'kysely'
import { tellLeads } from '#server/modules/webhooks/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import { copyLeadLabels } from '../labels/labels-store.ts'
import { LEAD_COLUMNS, rowHasEmail } from '../leads-store.ts'
import { type Counted, holdLeads, insertSameChange, notIn, writeLeads } from './bulk-leads.ts'
import type { ChangePlace } from './write-change.ts'

/** The leads that can go: their business or person is not in the other list already. */
async function movable(
  db: Db,
  { accountId, listId }: ChangePlace,
  ids: number[],
  to: number,
): Promise<number[]> {
  const held = await holdLeads(db, { accountId, listId, ids })
  return (await notIn(db, accountId, to, held)).map(({ id }) => id)
}

/** Takes leads to another list. @returns how many arrived there. */
export async function takeLeads(
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

/** Columns that a copy has of its own. */
const OWN = new Set<string>(['list_id', 'id', 'run_id', 'added_at', 'updated_at', 'sent_at'])
const COPIED = LEAD_COLUMNS.filter((column) => !OWN.has(column))

/** Puts copies of leads into another list; they point to the same business or person, so they cost nothing. */
export async function copyLeads(
  db: Db,
  place: ChangePlace,
  wanted: number[],
  to: number,
  historyId: number,
): Promise<Counted> {
  const { accountId, listId } = place
  const ids = await movable(db, place, wanted, to)
  const columns = sql.raw(COPIED.join(', '))
  const { rows } = await sql<{ id: number; has: boolean }>`
    insert into lead (list_id, ${columns})
    select ${to}, ${columns} from lead
    where account_id = ${accountId} and list_id = ${listId} and id = any(${ids}::bigint[]) order by id
    on conflict (account_id, list_id, entity_id) do nothing
    returning id, ${rowHasEmail('lead')} as has`.execute(db)
  const copies = rows.map(({ id }) => id)
  await tellLeads(db, { accountId, listId: to }, 'added', copies)
  await copyLeadLabels(db, { accountId, from: listId, to, ids: copies })
  await insertSameChange(db, { accountId, historyId }, copies, {
    before: { list_id: to, is_deleted: true },
    after: { list_id: to, is_deleted: false },
  })
  return { leads: rows.length, emails: rows.filter(({ has }) => has).length }
}
