import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { exportList } from '#contract/core/files.ts'
import { leads } from '#contract/leads/leads.ts'
import { startLeadImport } from '#contract/prospecting/lead-imports.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { isCluster } from '#server/testing/cluster.ts'
import {
  createTestDatabase,
  dropDatabase,
  execute,
  inDatabase,
  type TestDatabase,
} from '#server/testing/database.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { ended, httpCall, upload } from '#server/testing/http-call.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

const ROWS = 10_000
const PAGES = 60
const FILE = `Name,Email,Company\n${Array.from(
  { length: ROWS },
  (_, n) => `Person ${n},p${n}@a.example,Company ${n % 500}\n`,
).join('')}`

interface Side {
  t: TestApp
  origin: string
  user: TestUser
  listId: number
}

const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] as number
async function took(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

/** The same work alternately on one server and on a cluster. */
describe.runIf(isCluster)('one server and a cluster', () => {
  const name = `one_${randomBytes(6).toString('hex')}`
  let spread: TestDatabase
  let sides: [Side, Side]

  async function start(databaseUrl: string): Promise<Side> {
    const t = await testApp({ databaseUrl })
    return { t, origin: await t.listen(), user: await t.account(), listId: 0 }
  }
  beforeAll(async () => {
    const server = inject('databaseUrl')
    await execute(server, `create database ${name}`)
    await migrate(inDatabase(server, name))
    spread = await createTestDatabase()
    sides = [await start(inDatabase(server, name)), await start(spread.url)]
  })
  afterAll(async () => {
    for (const { t } of sides ?? []) await t.close()
    await spread?.drop()
    await dropDatabase(inject('databaseUrl'), name)
  })

  /** Median milliseconds of each, alternating which is first. */
  async function compare(label: string, rounds: number, work: (side: Side) => Promise<void>): Promise<void> {
    const times: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round += 1)
      for (const at of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const))
        times[at].push(await took(() => work(sides[at])))
    const [one, cluster] = [median(times[0]), median(times[1])]
    const ratio = (cluster / one).toFixed(2)
    console.log(`${label}: one server ${one.toFixed(1)} ms, cluster ${cluster.toFixed(1)} ms, ratio ${ratio}`)
  }

  it('import, list page and export', async () => {
    await compare(`import of ${ROWS} people`, 4, async (side) => {
      const call = httpCall(() => side.origin)
      const upload_id = await upload(side.origin, side.user, FILE, 'people.csv')
      const to = { new_list: 'People', type: 'people' as const }
      const { body, error } = await call(startLeadImport, { body: { upload_id, to } }, side.user)
      expect(body.data, JSON.stringify(error)).toBeDefined()
      expect(await ended(call, body.data.run.id, side.user)).toMatchObject({ state: 'succeeded' })
      side.listId = body.data.list.id
    })
    await compare('list page with a text filter', PAGES, async ({ origin, user, listId }) => {
      const params = { type: 'people' as const, id: listId }
      const page = await httpCall(() => origin)(
        leads,
        { params, body: { search: 'Company 49', limit: 20 } },
        user,
      )
      expect(page.body.data).toHaveLength(20)
    })
    await compare(`export of ${ROWS} leads`, 10, async ({ origin, user, listId }) => {
      const { body } = await httpCall(() => origin)(exportList, { body: { list_id: listId } }, user)
      const file = await (await fetch(`${origin}${body.data.url}`)).text()
      expect(file.trim().split('\n')).toHaveLength(ROWS + 1)
    })
  })
})
