import { type Generated, type Selectable, sql } from 'kysely'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import type { SubmissionState } from '#contract/prospecting/forms.ts'
import { asJson } from '#server/platform/db/as-json.ts'
import type { Db } from '#server/platform/db/db.ts'
import { readPage } from '#server/platform/db/read-page.ts'
import { findRow, insertRow, lockRow, updateRows } from '#server/platform/db/rows.ts'

interface SubmissionTable {
  account_id: number
  id: Generated<number>
  form_id: number | null
  source: string
  list_id: number
  list_type: ListTypeId
  values: Record<string, string | number>
  label_ids: number[]
  notify_ids: number[]
  consent: string | null
  consented_at: Date | null
  language: string | null
  network: string
  state: SubmissionState
  token_hash: string | null
  lead_id: number | null
  is_new: boolean | null
  created_at: Generated<Date>
  confirmed_at: Date | null
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    submission: SubmissionTable
  }
}
export type SubmissionRow = Selectable<SubmissionTable>

export const insertSubmission = (
  db: Db,
  { values, ...row }: Omit<SubmissionRow, 'id' | 'created_at' | 'lead_id' | 'is_new' | 'confirmed_at'>,
): Promise<SubmissionRow> =>
  insertRow(db, 'submission', {
    ...row,
    values: asJson(values),
    lead_id: null,
    is_new: null,
    confirmed_at: null,
  })

/** The submission whose confirmation link has this token; the account is not known before. */
export const findByToken = (db: Db, tokenHash: string): Promise<SubmissionRow | undefined> =>
  findRow(db, 'submission', { token_hash: tokenHash })

export const lockByToken = (db: Db, tokenHash: string): Promise<SubmissionRow | undefined> =>
  lockRow(db, 'submission', { token_hash: tokenHash })

export const updateSubmission = (
  db: Db,
  { account_id, id }: Pick<SubmissionRow, 'account_id' | 'id'>,
  change: Partial<Pick<SubmissionRow, 'state' | 'lead_id' | 'is_new' | 'confirmed_at' | 'values'>>,
) => {
  const { values, ...rest } = change
  return updateRows(
    db,
    'submission',
    { account_id, id },
    { ...rest, ...(values && { values: asJson(values) }) },
  )
}

/** Deletes what nobody confirmed: the person who was named may know nothing of it. */
export const removeUnconfirmed = (db: Db, days: number) =>
  db
    .deleteFrom('submission')
    .where('state', '=', 'unconfirmed')
    .where('created_at', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .execute()

/** Number of submissions of each form, and when the last one came. */
export async function countSubmissions(
  db: Db,
  accountId: number,
): Promise<Map<number, { count: number; last: Date }>> {
  const { rows } = await sql<{ form_id: number; count: number; last: Date }>`
    select form_id, count(*)::int as count, max(created_at) as last from submission
    where account_id = ${accountId} and form_id is not null group by form_id`.execute(db)
  return new Map(rows.map(({ form_id, ...rest }) => [form_id, rest]))
}

/** Submissions of a form, newest first. */
export function findSubmissions(
  db: Db,
  accountId: number,
  formId: number,
  { state, ...page }: { page: number; limit: number; state?: SubmissionState | undefined },
) {
  const base = db
    .selectFrom('submission')
    .where('account_id', '=', accountId)
    .where('form_id', '=', formId)
    .$if(state !== undefined, (query) => query.where('state', '=', state as SubmissionState))
  return readPage(base, base.selectAll().orderBy('id', 'desc'), page)
}
