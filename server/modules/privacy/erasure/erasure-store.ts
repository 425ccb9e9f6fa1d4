import type { Generated, Selectable } from 'kysely'
import type { Erasure } from '#contract/privacy/suppression.ts'
import { asJson } from '#server/platform/db/as-json.ts'
import type { Db } from '#server/platform/db/db.ts'
import { readPage } from '#server/platform/db/read-page.ts'
import { findRow, insertRow, updateRows } from '#server/platform/db/rows.ts'

interface ErasureTable {
  account_id: number
  id: Generated<number>
  kind: Erasure['kind']
  digest: Buffer
  removed: Record<string, number>
  created_by: number | null
  created_at: Generated<Date>
  run_id: number | null
  state: Generated<Erasure['state']>
  progress: string | null
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    erasure: ErasureTable
  }
}
export type ErasureRow = Selectable<ErasureTable>

export const insertErasure = (
  db: Db,
  row: Pick<ErasureRow, 'account_id' | 'kind' | 'digest' | 'created_by'>,
): Promise<number> =>
  insertRow(
    db,
    'erasure',
    { ...row, removed: '{}' as never, state: 'running', run_id: null, progress: null },
    ['id'],
  ).then(({ id }) => id)

const change = (
  db: Db,
  accountId: number,
  id: number,
  values: Partial<Pick<ErasureRow, 'run_id' | 'state' | 'progress'>> & { removed?: never },
) => updateRows(db, 'erasure', { account_id: accountId, id }, values)

/** Links the run of an erasure, with its initial state. `progress` is sealed. */
export const beginErasure = (
  db: Db,
  accountId: number,
  id: number,
  input: { run_id: number; progress: string },
) => change(db, accountId, id, input)

/** Stores an erasure's progress, sealed. */
export const writeErasure = (
  db: Db,
  accountId: number,
  id: number,
  now: { removed: Record<string, number>; progress: string },
) => change(db, accountId, id, { progress: now.progress, removed: asJson(now.removed) })

/** Ends an erasure and deletes the person's identity. */
export const endErasure = (db: Db, accountId: number, id: number, state: ErasureRow['state']) =>
  change(db, accountId, id, { state, progress: null })

export const findErasure = (db: Db, accountId: number, id: number): Promise<ErasureRow | undefined> =>
  findRow(db, 'erasure', { account_id: accountId, id })

const reports = (db: Db, accountId: number) =>
  db.selectFrom('erasure as e').where('e.account_id', '=', accountId)

const withPerson = (db: Db, accountId: number) =>
  reports(db, accountId)
    .leftJoin('member as u', 'u.id', 'e.created_by')
    .select(['e.id', 'e.kind', 'e.removed', 'e.created_at', 'e.run_id', 'e.state'])
    .select(['u.first_name', 'u.last_name', 'u.email'])

export const findReport = (db: Db, accountId: number, id: number) =>
  withPerson(db, accountId).where('e.id', '=', id).executeTakeFirst()

export async function listErasures(
  db: Db,
  accountId: number,
  { page, limit }: { page: number; limit: number },
) {
  return readPage(reports(db, accountId), withPerson(db, accountId).orderBy('e.id', 'desc'), { page, limit })
}
export type ReportRow = NonNullable<Awaited<ReturnType<typeof findReport>>>
