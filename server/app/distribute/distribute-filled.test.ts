import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { exportList } from '#contract/core/files.ts'
import { login } from '#contract/identity/auth.ts'
import { leads } from '#contract/leads/leads.ts'
import { createList, lists, renameList } from '#contract/leads/lists.ts'
import { TABLES } from '#server/modules/core/tables/index.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { migrateQueue } from '#server/platform/queue/queue.ts'
import { expectSettledBooks } from '#server/testing/books.ts'
import { createBareDatabase, isCluster } from '#server/testing/cluster.ts'
import { execute, listNodes, type TestDatabase } from '#server/testing/database.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { fillTables } from '#server/testing/fill-tables.ts'
import { killDistributionAfter, request } from '#server/testing/killed-distribution.ts'
import { readContents } from '#server/testing/read-contents.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { testApp } from '#server/testing/test-app.ts'
import { distribute, distributeNew } from './distribute.ts'

const LEADS = Array.from({ length: 120 }, (_, index) => ({
  values: { name: `Łódź ${index}`, email: `p${index}@a.example` },
}))
const SEARCH = { category: 'brewery', near: { lat: 45.5, lon: -122.6 }, radius_km: 50 }
/** Values for check constraints without a list of values. */
const SPECIAL = {
  access_policy: { read_only_after_days: 3, locked_after_days: 14 },
  mail_reach: { id: 1 },
  plan_add_on: { credits: 100 },
  plan_coupon: { percent: 10 },
}

describe.runIf(isCluster)('a filled database', () => {
  let bare: TestDatabase
  let url: string
  let before: Record<string, string>
  const users: TestUser[] = []

  beforeAll(async () => {
    bare = await createBareDatabase(inject('databaseUrl'))
    url = bare.url
    await migrate(url)
    await migrateQueue(url)
    const t = await testApp({ databaseUrl: url })
    await t.places('open data', [{}, { name: 'Zum Löwen', city: 'Sankt Pölten' }])
    for (let number = 0; number < 3; number += 1) {
      const user = await t.account()
      users.push(user)
      await seedList(t, user, { name: 'Kept', leads: LEADS })
    }
    // Generated rows alone would not be meaningful on any screen.
    const accounts = [(await t.account()).accountId, (await t.account()).accountId]
    const found = await t.call(
      createList,
      { body: { name: 'Bought', type: 'local', search: SEARCH } },
      users[0] as TestUser,
    )
    await t.finished(found.body.data.run.id, users[0] as TestUser)
    await t.close()
    const client = new pg.Client(url)
    await client.connect()
    const tables = TABLES.map(({ name }) => name)
    await fillTables(client, tables, accounts, SPECIAL).finally(() => client.end())
    before = await readContents(url)
  })
  afterAll(() => bare?.drop())

  it('has a row in every table', () => {
    expect(TABLES.filter(({ name }) => before[name]?.startsWith('0 ')).map(({ name }) => name)).toEqual([])
  })

  it('keeps its rows when a server refuses a table, and reports it', async () => {
    const worker = listNodes(inject('databaseUrl'))[1] as string
    const name = new URL(url).pathname.slice(1)
    await execute(worker, `alter database ${name} set default_transaction_read_only to on`)
    await expect(distribute(url)).rejects.toThrow(
      /^The table \w+ could not be moved: .*read-only.* Fix this and run leadwright distribute again/,
    )
    await execute(worker, `alter database ${name} reset default_transaction_read_only`)
    const { installation: _, ...now } = await readContents(url)
    const { installation: __, ...then } = before
    expect(now).toEqual(then)
  })

  it('is moved with every row after two kills, when the program starts again', async () => {
    await killDistributionAfter(url, 3)
    await killDistributionAfter(url, 40)
    await distributeNew(url)
    expect(await readContents(url)).toEqual(before)
    const report = await distribute(url)
    expect(report.distributed).toBe(
      TABLES.filter(({ distribution }) => distribution === 'distributed').length,
    )
    expect(await distribute(url)).toEqual(report)
    const kept = await request(
      url,
      `select c.relname from pg_class c join pg_dist_partition p on p.logicalrelid = c.oid
        where p.partmethod = 'h' and pg_relation_size(c.oid) > 0`,
    )
    expect(kept, 'rows that stay on the coordinator out of sight').toEqual([])
    const servers = await request(
      url,
      "select distinct nodename, nodeport from citus_shards where table_name = 'lead'::regclass",
    )
    expect(servers).toHaveLength(listNodes(inject('databaseUrl')).length - 1)
  })

  it('keeps working: people sign in, see their leads, search, edit and export', async () => {
    const t = await testApp({ databaseUrl: url })
    try {
      for (const { email, password, accountId } of users) {
        const signed = await t.call(login, { body: { email, password } })
        expect(signed.status, JSON.stringify(signed.error)).toBe(200)
        const as = { token: signed.body.data.authorisation.token }
        const keptList = (await t.call(lists, { query: { search: 'Kept' } }, as)).body.data[0]
        const params = { type: 'local' as const, id: keptList?.id as number }
        const page = await t.call(leads, { params, body: { search: 'Łódź' } }, as)
        expect(page.body.total).toBe(LEADS.length)
        const renamed = await t.call(renameList, { params: { id: params.id }, body: { name: 'Moved' } }, as)
        expect(renamed.status, JSON.stringify(renamed.error)).toBe(200)
        const made = await t.call(createList, { body: { name: 'New', type: 'local', search: SEARCH } }, as)
        expect(made.status, JSON.stringify(made.error)).toBe(201)
        expect(await t.finished(made.body.data.run.id, { ...as, accountId } as TestUser)).toMatchObject({
          state: 'succeeded',
        })
        const exported = await t.call(exportList, { body: { list_id: params.id } }, as)
        expect(exported.body.data.total).toBe(LEADS.length)
      }
      await expectSettledBooks(t.app.database.db, users[0]?.accountId as number)
    } finally {
      await t.close()
    }
  })
})
