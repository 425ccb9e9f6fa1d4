import { type Generated, type Selectable, sql } from 'kysely'
import { BIN_DAYS } from '#contract/core/constants.ts'
import type { LeadNote } from '#contract/leads/lead-edits.ts'
import type { Db } from '#server/platform/db/db.ts'
import { readPage } from '#server/platform/db/read-page.ts'
import { insertRow, lockRow, updateRows } from '#server/platform/db/rows.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { canEditNote } from './note-policy.ts'

interface LeadNoteTable {
  account_id: number
  id: Generated<number>
  lead_id: number
  user_id: number
  body: string
  created_at: Generated<Date>
  updated_at: Generated<Date>
  deleted_at: Date | null
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    lead_note: LeadNoteTable
  }
}
export type LeadNoteRow = Selectable<LeadNoteTable>

const named = (db: Db) =>
  db
    .selectFrom('lead_note as n')
    .leftJoin('member as u', 'u.id', 'n.user_id')
    .selectAll('n')
    .select(sql<string>`coalesce(u.name, '')`.as('user'))
type NamedNote = LeadNoteRow & { user: string }

export const presentNote = (note: NamedNote, actor: Pick<Actor, 'userId'>): LeadNote => ({
  id: note.id,
  body: note.body,
  user: note.user,
  can: { edit: canEditNote(actor, note) },
  created_at: note.created_at.toISOString(),
  updated_at: note.updated_at.toISOString(),
})

export async function listNotes(
  db: Db,
  accountId: number,
  leadId: number,
  page: { page: number; limit: number },
): Promise<{ rows: NamedNote[]; total: number }> {
  const matching = named(db)
    .where('n.account_id', '=', accountId)
    .where('n.lead_id', '=', leadId)
    .where('n.deleted_at', 'is', null)
  return readPage(matching.clearSelect(), matching.orderBy('n.id', 'desc'), page)
}

export const findNote = (db: Db, accountId: number, id: number): Promise<NamedNote> =>
  named(db).where('n.account_id', '=', accountId).where('n.id', '=', id).executeTakeFirstOrThrow()

export const lockNote = (db: Db, accountId: number, id: number): Promise<LeadNoteRow | undefined> =>
  lockRow(db, 'lead_note', { account_id: accountId, id })

export async function insertNote(
  db: Db,
  note: { account_id: number; lead_id: number; user_id: number; body: string },
): Promise<number> {
  const row = await insertRow(db, 'lead_note', { ...note, deleted_at: null }, ['id'])
  return row.id
}

export const updateNote = (
  db: Db,
  { account_id, id }: Pick<LeadNoteRow, 'account_id' | 'id'>,
  change: { body: string } | { deleted: boolean },
) =>
  updateRows(
    db,
    'lead_note',
    { account_id, id },
    'body' in change
      ? { body: change.body, updated_at: sql<Date>`now()` }
      : { deleted_at: change.deleted ? sql<Date>`now()` : null },
  )

export const moveNotes = (
  db: Db,
  { accountId, from, to }: { accountId: number; from: number[]; to: number },
): Promise<unknown> =>
  sql`update lead_note set lead_id = ${to}
    where account_id = ${accountId} and lead_id = any(${from}::bigint[])`.execute(db)

/** Deletes notes that were deleted long ago, and those of permanently deleted leads. */
export async function removeOldNotes(db: Db): Promise<void> {
  await sql`delete from lead_note where deleted_at < now() - make_interval(days => ${BIN_DAYS})`.execute(db)
  await sql`delete from lead_note n where not exists (
    select 1 from lead_info l where l.account_id = n.account_id and l.id = n.lead_id)`.execute(db)
}
