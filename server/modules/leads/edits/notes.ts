import { type Generated, type Selectable, sql } from 'kysely'
import type { LeadNote } from '#contract/lead-edits.ts'
import type { Db } from '#server/platform/db/db.ts'

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
    .leftJoin('app_user as u', 'u.id', 'n.user_id')
    .selectAll('n')
    .select(
      sql<string>`coalesce(nullif(trim(concat_ws(' ', u.first_name, u.last_name)), ''), u.email, '')`.as(
        'user',
      ),
    )
type NamedNote = LeadNoteRow & { user: string }

export const presentNote = (note: NamedNote, userId: number): LeadNote => ({
  id: note.id,
  body: note.body,
  user: note.user,
  is_own: note.user_id === userId,
  created_at: note.created_at.toISOString(),
  updated_at: note.updated_at.toISOString(),
})

export async function pageOfNotes(
  db: Db,
  accountId: number,
  leadId: number,
  page: { page: number; limit: number },
): Promise<{ rows: NamedNote[]; total: number }> {
  const { total } = await db
    .selectFrom('lead_note')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('account_id', '=', accountId)
    .where('lead_id', '=', leadId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  const rows = await named(db)
    .where('n.account_id', '=', accountId)
    .where('n.lead_id', '=', leadId)
    .where('n.deleted_at', 'is', null)
    .orderBy('n.id', 'desc')
    .limit(page.limit)
    .offset((page.page - 1) * page.limit)
    .execute()
  return { rows, total: Number(total) }
}

export const findNote = (db: Db, accountId: number, id: number): Promise<NamedNote> =>
  named(db).where('n.account_id', '=', accountId).where('n.id', '=', id).executeTakeFirstOrThrow()

export const lockNote = (db: Db, accountId: number, id: number): Promise<LeadNoteRow | undefined> =>
  db
    .selectFrom('lead_note')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export async function insertNote(
  db: Db,
  note: { account_id: number; lead_id: number; user_id: number; body: string },
): Promise<number> {
  const row = await db
    .insertInto('lead_note')
    .values({ ...note, deleted_at: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export const updateNote = (
  db: Db,
  { account_id, id }: Pick<LeadNoteRow, 'account_id' | 'id'>,
  change: { body: string } | { deleted: boolean },
) =>
  db
    .updateTable('lead_note')
    .set(
      'body' in change
        ? { body: change.body, updated_at: sql<Date>`now()` }
        : { deleted_at: change.deleted ? sql<Date>`now()` : null },
    )
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .execute()

/** Removes what belongs to leads that are gone for good, and notes that were deleted more than `days` ago. */
export async function removeOrphans(db: Db, days: number): Promise<void> {
  await sql`delete from lead_note where deleted_at < now() - make_interval(days => ${days})`.execute(db)
  for (const table of ['lead_note', 'lead_change', 'lead_label'] as const)
    await sql`delete from ${sql.table(table)} t where not exists (
      select 1 from lead l where l.account_id = t.account_id and l.id = t.lead_id)`.execute(db)
}
