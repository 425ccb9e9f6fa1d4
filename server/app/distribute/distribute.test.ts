import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { TABLES } from '#server/modules/core/tables/index.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { createClusterDatabase } from '#server/testing/cluster.ts'
import { createTestDatabase, execute, nodesOf, type TestDatabase } from '#server/testing/database.ts'
import { findObstacles } from './catalog.ts'
import { distribute, distributeNew, requireServer } from './distribute.ts'

const isCluster = nodesOf(inject('databaseUrl')).length > 1

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

  it('can be spread as the manifest says', async () => {
    expect(await findObstacles(client, places)).toEqual([])
  })

  it.skipIf(isCluster)('is refused with a sentence for what cannot be', async () => {
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

  it.skipIf(isCluster)('stays as it is on one server', async () => {
    await expect(distribute(own.url)).rejects.toThrow('This database has no extension citus')
    expect(() => requireServer({ databaseUrl: undefined })).toThrow('The embedded database cannot be spread')
    await distributeNew(own.url)
  })
})

describe.runIf(isCluster)('on a cluster', () => {
  const name = `bare_${randomBytes(6).toString('hex')}`
  let url: string
  beforeAll(async () => {
    url = await createClusterDatabase(inject('databaseUrl'), name)
    await migrate(url)
  })
  afterAll(async () => {
    for (const node of nodesOf(inject('databaseUrl')))
      await execute(node, `drop database ${name} with (force)`)
  })

  const ask = async <Row extends object>(sql: string) => {
    const one = new pg.Client(url)
    await one.connect()
    try {
      return (await one.query<Row>(sql)).rows
    } finally {
      await one.end()
    }
  }
  const foreignKeys = () =>
    ask(`select conrelid::regclass::text as on, conname, pg_get_constraintdef(oid) as rule from pg_constraint
      where contype = 'f' and connamespace = 'public'::regnamespace
        and conrelid::regclass::text !~ '_[0-9]{5,}$' order by 1, 2`)
  const moved = async () => (await ask('select from pg_dist_partition')).length

  /** Runs it in a process of its own, which is killed once so many tables have moved. */
  async function killedAfter(tables: number): Promise<void> {
    const program = new URL('./distribute.ts', import.meta.url).pathname
    const child: ChildProcess = spawn(process.execPath, [
      '--input-type=module',
      '-e',
      `const { distribute } = await import('${program}'); await distribute('${url}')`,
    ])
    const ended = once(child, 'exit')
    await expect.poll(moved, { interval: 20 }).toBeGreaterThan(tables)
    child.kill('SIGKILL')
    await ended
  }

  it('goes on where it was killed, loses no foreign key, and changes nothing when it is done', async () => {
    const before = await foreignKeys()
    await killedAfter(3)
    await killedAfter(30)
    const report = await distribute(url)
    const count = (kind: string) => TABLES.filter(({ distribution }) => distribution === kind).length
    expect(report).toMatchObject({ distributed: count('distributed'), reference: count('reference') })
    expect(await foreignKeys()).toEqual(before)
    expect(await distribute(url)).toEqual(report)
  })

  it('spreads what a later migration adds', async () => {
    await ask('drop table agent_quote')
    await ask(
      'create table agent_quote (account_id bigint references account (id), id int, primary key (account_id, id))',
    )
    await distributeNew(url)
    const rows = await ask(
      "select from pg_dist_partition where logicalrelid = 'agent_quote'::regclass and partmethod = 'h'",
    )
    expect(rows).toHaveLength(1)
  })
})
