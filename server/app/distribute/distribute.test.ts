import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { TABLES } from '#server/modules/core/tables/index.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { createBareDatabase, isCluster } from '#server/testing/cluster.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { killDistributionAfter, request } from '#server/testing/killed-distribution.ts'
import { findObstacles } from './catalog.ts'
import { distribute, distributeNew, requireServer } from './distribute.ts'

let own: TestDatabase
let client: pg.Client
beforeAll(async () => {
  own = await createTestDatabase()
  client = new pg.Client(own.url)
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await own.drop()
})

describe('the schema', () => {
  const places = TABLES.map(({ name, distribution }) => ({
    name,
    wanted: distribution,
    is: 'local' as const,
  }))

  it('can be distributed as the manifest says', async () => {
    expect(await findObstacles(client, places)).toEqual([])
  })

  it.skipIf(isCluster)('is refused with a sentence that names the obstacle', async () => {
    await client.query('alter table webhook add column token text unique')
    await client.query('create table beside (id bigint primary key, account_id bigint, webhook_id bigint)')
    await client.query(
      'alter table beside add constraint beside_webhook foreign key (account_id, webhook_id) references webhook (account_id, id)',
    )
    const wrong = await findObstacles(client, [...places, { name: 'beside', wanted: 'local', is: 'local' }])
    expect(wrong).toEqual([
      'The table webhook cannot be distributed: the key webhook_token_key is unique without account_id',
      'The foreign key beside_webhook leads from the local table beside to the distributed table webhook, which a cluster refuses',
    ])
  })

  it.skipIf(isCluster)('stays unchanged on one server', async () => {
    await expect(distribute(own.url)).rejects.toThrow('The citus extension is missing in this database')
    expect(() => requireServer({ databaseUrl: undefined })).toThrow(
      'The embedded database cannot be distributed',
    )
    await distributeNew(own.url)
  })
})

describe.runIf(isCluster)('on a cluster', () => {
  let bare: TestDatabase
  let url: string
  beforeAll(async () => {
    bare = await createBareDatabase(inject('databaseUrl'))
    url = bare.url
    await migrate(url)
  })
  afterAll(() => bare.drop())

  const foreignKeys = () =>
    request(
      url,
      `select conrelid::regclass::text as on, conname, pg_get_constraintdef(oid) as rule from pg_constraint
      where contype = 'f' and connamespace = 'public'::regnamespace
        and conrelid::regclass::text !~ '_[0-9]{5,}$' order by 1, 2`,
    )
  it('continues after a kill, keeps every foreign key, and changes nothing once complete', async () => {
    const before = await foreignKeys()
    await killDistributionAfter(url, 3)
    await killDistributionAfter(url, 30)
    const report = await distribute(url)
    const count = (kind: string) => TABLES.filter(({ distribution }) => distribution === kind).length
    expect(report).toMatchObject({ distributed: count('distributed'), reference: count('reference') })
    expect(await foreignKeys()).toEqual(before)
    expect(await distribute(url)).toEqual(report)
  })

  it('distributes what a later migration adds', async () => {
    await request(url, 'drop table agent_quote')
    await request(
      url,
      'create table agent_quote (account_id bigint references account (id), id int, primary key (account_id, id))',
    )
    await distributeNew(url)
    const rows = await request(
      url,
      "select from pg_dist_partition where logicalrelid = 'agent_quote'::regclass and partmethod = 'h'",
    )
    expect(rows).toHaveLength(1)
  })
})
