import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '#server/platform/db/db.ts'
import { silentLog } from '#server/platform/log.ts'
import { isCluster } from '#server/testing/cluster.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { READ_VIEWS, TABLES, type Table } from './index.ts'

let database: TestDatabase
let opened: Database
beforeAll(async () => {
  database = await createTestDatabase()
  opened = openDatabase(database.url, { log: silentLog() })
})
afterAll(async () => {
  await opened.close()
  await database.drop()
})

const query = async <Row extends object>(sql: string): Promise<Row[]> =>
  (await opened.pool.query<Row>(sql)).rows
const names = async (sql: string): Promise<string[]> =>
  (await query<{ name: string }>(sql)).map(({ name }) => name).sort()
const named = (chosen: readonly { name: string }[]) => chosen.map(({ name }) => name).sort()
const rowOf = new Map(TABLES.map((table) => [table.name, table]))
const placeOf = new Map(TABLES.map(({ name }, place) => [name, place]))
const closes = (name: string): Table['onClose'] | undefined => rowOf.get(name)?.onClose

/** Tables with a column that names an account. */
const HAS_ACCOUNT = `select c.table_name as name from information_schema.columns c
  join information_schema.tables t using (table_schema, table_name)
  where c.column_name = 'account_id' and t.table_type = 'BASE TABLE' and c.table_schema = current_schema()`

/** Foreign keys, with whether they delete the rows that refer (`c`). */
const foreignKeys = () =>
  query<{ child: string; parent: string; rule: string }>(
    `select conrelid::regclass::text as child, confrelid::regclass::text as parent, confdeltype::text as rule
      from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`,
  )

describe('the manifest of tables', () => {
  it('has one row per table of the database', async () => {
    expect(named(TABLES)).toEqual(
      await names(
        `select table_name as name from information_schema.tables
          where table_schema = current_schema() and table_type = 'BASE TABLE'`,
      ),
    )
  })

  it('covers every table that names an account', async () => {
    const decided = TABLES.filter(
      ({ onClose }) => onClose === 'delete' || onClose === 'keep' || onClose === 'detach',
    )
    const withAccount = await names(HAS_ACCOUNT)
    expect(withAccount.filter((name) => !decided.some((table) => table.name === name))).toEqual([])
    const others = named(decided).filter((name) => !withAccount.includes(name))
    // The account itself, and tables that reference their owner by another name.
    expect(others).toEqual(['account', 'realm'])
  })

  it('deletes children before their parents', async () => {
    const keys = (await foreignKeys()).filter(({ rule, child, parent }) => rule === 'a' && child !== parent)
    const among = keys.filter(
      ({ child, parent }) => closes(child) === 'delete' && closes(parent) === 'delete',
    )
    expect(among.length).toBeGreaterThan(20)
    expect(among.filter(({ child, parent }) => placeOf.get(child)! > placeOf.get(parent)!)).toEqual([])
    const outside = keys.filter(
      ({ child, parent }) => closes(parent) === 'delete' && closes(child) !== 'delete',
    )
    // Impersonations: `endActing` ends these first.
    expect(outside.map(({ child }) => child)).toEqual(['session'])
  })

  it('marks a cascade for rows deleted with their parent', async () => {
    const goes = (name: string) => closes(name) === 'delete' || closes(name) === 'cascade'
    const taken = (await foreignKeys())
      .filter(({ rule, parent, child }) => rule === 'c' && goes(parent) && closes(child) !== 'delete')
      .map(({ child }) => child)
    expect([...new Set(taken)].sort()).toEqual(named(TABLES.filter(({ onClose }) => onClose === 'cascade')))
  })

  it('distributes only tenant tables, by a key that starts with the account', async () => {
    const distributed = TABLES.filter(({ distribution }) => distribution === 'distributed')
    expect(distributed.filter(({ scope }) => scope !== 'tenant')).toEqual([])
    const keyed = await names(
      `select distinct x.indrelid::regclass::text as name from pg_index x
        join pg_attribute a on a.attrelid = x.indrelid and a.attnum = x.indkey[0]
        where x.indisprimary and a.attname = 'account_id'`,
    )
    expect(named(distributed).filter((name) => !keyed.includes(name))).toEqual([])
  })

  it('has the account in every tenant table', async () => {
    const withAccount = await names(HAS_ACCOUNT)
    const tenants = named(TABLES.filter(({ scope }) => scope === 'tenant'))
    expect(tenants.filter((name) => !withAccount.includes(name))).toEqual([])
  })
})

describe('views for reading', () => {
  it('are all in the manifest', async () => {
    expect(named(READ_VIEWS)).toEqual(
      await names(
        `select table_name as name from information_schema.views where table_schema = current_schema()
          and table_name not like 'citus\\_%'`,
      ),
    )
  })

  it('show tables of their owner, and include the account where the table does', async () => {
    const used = await query<{ view: string; table: string; has_account: boolean }>(
      `select u.view_name as view, u.table_name as table, exists (select from information_schema.columns c
          where c.table_schema = u.view_schema and c.table_name = u.view_name and c.column_name = 'account_id')
          as has_account
        from information_schema.view_table_usage u where u.view_schema = current_schema()`,
    )
    expect(used.length).toBeGreaterThanOrEqual(READ_VIEWS.length)
    const ownerOf = new Map(READ_VIEWS.map(({ name, owner }) => [name, owner]))
    // A view may use other public views.
    const tables = used.filter(({ table }) => !ownerOf.has(table))
    const foreign = tables.filter(({ view, table }) => rowOf.get(table)?.owner !== ownerOf.get(view))
    expect(foreign).toEqual([])
    const tenants = used.filter(({ table }) => rowOf.get(table)?.scope === 'tenant')
    expect(tenants.filter(({ has_account }) => !has_account)).toEqual([])
  })

  // A cluster has different plans.
  it.skipIf(isCluster)('are inlined into the query that reads them', async () => {
    const nodes = new Set<string>()
    for (const { name } of READ_VIEWS) {
      const rows = await query<{ 'QUERY PLAN': string }>(`explain select * from ${name}`)
      for (const row of rows) nodes.add(row['QUERY PLAN'].replace(/ (?:on|using) .*| {2}\(.*/, '').trim())
    }
    const kinds = [...nodes].filter((text) => !/:/.test(text)).map((text) => text.replace(/^-> +/, ''))
    expect(kinds.length).toBeGreaterThan(0)
    const read =
      /^(?:(?:Seq|Index|Index Only|Bitmap Heap|Bitmap Index) Scan|Hash|Hash Join|Nested Loop|Merge Join)\b(?!Agg)/
    expect(kinds.filter((kind) => !read.test(kind))).toEqual([])
  })
})
