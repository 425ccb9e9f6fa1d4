import { type Generated, type Selectable, sql } from 'kysely'
import { BIN_DAYS } from '#contract/core/constants.ts'
import type { ServiceSignal, ServiceTemplateId } from '#contract/leads/services.ts'
import { asJson } from '#server/platform/db/as-json.ts'
import type { Db } from '#server/platform/db/db.ts'
import { insertRow, lockRow } from '#server/platform/db/rows.ts'

interface ServiceTable {
  account_id: number
  id: Generated<number>
  name: string
  template: ServiceTemplateId | null
  signals: ServiceSignal[]
  created_at: Generated<Date>
  updated_at: Generated<Date>
  deleted_at: Date | null
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    service: ServiceTable
  }
}
export type ServiceRow = Selectable<ServiceTable>

/** The account's own services by name, else those of the nearest account above that has any. */
export async function findServicesAlong(db: Db, accountId: number): Promise<ServiceRow[]> {
  const { rows } = await sql<ServiceRow>`
    with visible as (
      select s.*, array_position(a.path, s.account_id) as depth from account_node a
      join service s on s.account_id = any(a.path) and s.deleted_at is null where a.id = ${accountId})
    select account_id, id, name, template, signals, created_at, updated_at, deleted_at from visible
    where depth = (select max(depth) from visible) order by lower(name)`.execute(db)
  return rows
}

export const findOwnServices = (db: Db, accountId: number): Promise<ServiceRow[]> =>
  db
    .selectFrom('service')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .orderBy(sql`lower(name)`)
    .execute()

/** One service, deleted or not, locked. */
export const lockService = (db: Db, accountId: number, id: number): Promise<ServiceRow | undefined> =>
  lockRow(db, 'service', { account_id: accountId, id })

export const insertService = (
  db: Db,
  service: Pick<ServiceRow, 'account_id' | 'name' | 'template' | 'signals'>,
): Promise<ServiceRow> =>
  insertRow(db, 'service', { ...service, signals: asJson(service.signals), deleted_at: null })

export type ServiceChange = Partial<Pick<ServiceRow, 'name' | 'template' | 'signals'>> | { deleted: boolean }

export function updateService(
  db: Db,
  { account_id, id }: Pick<ServiceRow, 'account_id' | 'id'>,
  change: ServiceChange,
): Promise<ServiceRow> {
  const now = sql<Date>`now()`
  const set =
    'deleted' in change
      ? { deleted_at: change.deleted ? now : null }
      : { ...change, ...('signals' in change && { signals: asJson(change.signals) }), updated_at: now }
  return db
    .updateTable('service')
    .set(set)
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Deletes services that were deleted more than 30 days ago. */
export const removeOldServices = (db: Db) =>
  db
    .deleteFrom('service')
    .where('deleted_at', '<', sql<Date>`now() - make_interval(days => ${BIN_DAYS})`)
    .execute()
