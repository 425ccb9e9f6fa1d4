import { type Generated, type Selectable, type SqlBool, sql } from 'kysely'
import type { KitPartName } from '#contract/admin/kit-part-names.ts'
import { asJson } from '#server/platform/db/as-json.ts'
import type { Db } from '#server/platform/db/db.ts'
import { inTreeOf } from '#server/platform/db/in-tree-of.ts'
import { containing } from '#server/platform/db/like-pattern.ts'
import { readPage } from '#server/platform/db/read-page.ts'
import { deleteRows, findRow, insertRow, insertRows, lockRow, updateRows } from '#server/platform/db/rows.ts'

interface KitTable {
  account_id: number
  id: Generated<number>
  name: string
  description: Generated<string>
  share_hash: string | null
  created_at: Generated<Date>
}
interface KitVersionTable {
  account_id: number
  kit_id: number
  number: number
  /** Contents by part and name. */
  document: Partial<Record<KitPartName, Record<string, unknown>>>
  note: Generated<string>
  created_by: number | null
  created_at: Generated<Date>
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    kit: KitTable
    kit_version: KitVersionTable
  }
}
export type KitRow = Selectable<KitTable>
/** Which kit it is, for what follows uses of it. */
export type KitHead = Pick<KitRow, 'account_id' | 'id' | 'name'>
export type KitVersionRow = Selectable<KitVersionTable>

export const findKit = (db: Db, accountId: number, id: number) =>
  findRow(db, 'kit', { account_id: accountId, id })

/** Versions and roll-outs of a kit start one after another. */
export const lockKit = (db: Db, accountId: number, id: number) =>
  lockRow(db, 'kit', { account_id: accountId, id })

export const findSharedKit = (db: Db, hash: string) => findRow(db, 'kit', { share_hash: hash })

export const insertKit = (db: Db, kit: Pick<KitRow, 'account_id' | 'name' | 'description'>) =>
  insertRow(db, 'kit', { ...kit, share_hash: null })

export const updateKitRow = (
  db: Db,
  { account_id, id }: KitRow,
  set: Partial<Pick<KitRow, 'name' | 'description' | 'share_hash'>>,
) => updateRows(db, 'kit', { account_id, id }, set)

export const deleteKitRow = (db: Db, { account_id, id }: KitRow) => deleteRows(db, 'kit', { account_id, id })

export async function countKits(db: Db, accountId: number): Promise<number> {
  const { count } = await db
    .selectFrom('kit')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export const insertKitVersion = (
  db: Db,
  { document, ...version }: Omit<KitVersionRow, 'created_at'>,
): Promise<void> => insertRows(db, 'kit_version', { ...version, document: asJson(document) })

export const findKitVersion = (db: Db, { account_id, id }: KitRow, number: number) =>
  findRow(db, 'kit_version', { account_id, kit_id: id, number })

export const findNewestVersion = (db: Db, { account_id, id }: Pick<KitRow, 'account_id' | 'id'>) =>
  db
    .selectFrom('kit_version')
    .selectAll()
    .where('account_id', '=', account_id)
    .where('kit_id', '=', id)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()

/** `${env:NAME}` in a document, as PostgreSQL reads patterns. */
const VARIABLE = String.raw`\$\{env:([A-Za-z_][A-Za-z0-9_]*)\}`

/** Versions without their documents, newest first. */
export const listKitVersions = (db: Db, { account_id, id }: KitRow) =>
  db
    .selectFrom('kit_version')
    .select(['number', 'note', 'created_by', 'created_at'])
    .select(
      sql<number>`(select count(*)::int from jsonb_each(document) p(name, items), jsonb_object_keys(p.items))`.as(
        'settings',
      ),
    )
    .select(
      sql<string[]>`array(select distinct found[1]
        from regexp_matches(document::text, ${VARIABLE}, 'g') as found order by 1)`.as('variables'),
    )
    .where('account_id', '=', account_id)
    .where('kit_id', '=', id)
    .orderBy('number', 'desc')
    .execute()

export async function pageKits(
  db: Db,
  accountId: number,
  { search, ...page }: { page: number; limit: number; search?: string | undefined },
) {
  let base = db.selectFrom('kit as k').where('k.account_id', '=', accountId)
  if (search) base = base.where('k.name', 'ilike', containing(search))
  const sorted = base
    .innerJoin('kit_version as v', (join) =>
      join
        .onRef('v.kit_id', '=', 'k.id')
        .on('v.account_id', '=', accountId)
        .on(
          sql<SqlBool>`v.number = (select max(m.number) from kit_version m
            where m.account_id = ${accountId} and m.kit_id = k.id)`,
        ),
    )
    .selectAll('k')
    .select(['v.number as version', 'v.created_at as changed_at'])
    .orderBy(sql`lower(k.name)`)
    .orderBy('k.id')
  return readPage(base, sorted, page)
}

/**
 * Accounts below the kit's own with the newest use of the kit that counts. Uses of a document of its name count where
 * the kit's account applied it; their version is null.
 */
const usesBelow = (db: Db, { account_id, id, name }: KitHead) =>
  db
    .selectFrom('account_node as n')
    .innerJoin('kit_use as u', 'u.account_id', 'n.id')
    .distinctOn('n.id')
    .select(['n.id as account_id', 'n.name as account', 'u.id as use_id', 'u.applied_at'])
    .select(sql<number | null>`case when u.kit_id = ${id} then u.kit_version end`.as('version'))
    .where(inTreeOf(account_id, 'n.path'))
    .where('n.id', '<>', account_id)
    .where('n.closed_at', 'is', null)
    .where('u.rolled_back_at', 'is', null)
    .where(
      sql<SqlBool>`(u.kit_id = ${id} or (u.applied_from = ${account_id} and lower(u.kit) = lower(${name})))`,
    )
    .orderBy('n.id')
    .orderBy('u.id', 'desc')

export const listAccountsOnKit = (db: Db, kit: KitHead) => usesBelow(db, kit).execute()

/** Accounts on each version. */
export async function countAccounts(db: Db, kit: KitHead) {
  const rows = await db
    .selectFrom(usesBelow(db, kit).as('x'))
    .select((eb) => ['x.version', eb.fn.countAll<number>().as('accounts')])
    .groupBy('x.version')
    .execute()
  return new Map(rows.map(({ version, accounts }) => [version, Number(accounts)]))
}
