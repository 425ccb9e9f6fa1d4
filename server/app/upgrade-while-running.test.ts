import { execFile } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, expect, it } from 'vitest'
import { changeLabel, createLabel, labels } from '#contract/leads/labels.ts'
import { createTestDatabase } from '#server/testing/database.ts'
import { httpCall, signIn } from '#server/testing/http-call.ts'
import { PROGRAM_ADMIN, type Program, startProgram } from '#server/testing/program.ts'
import { copyProgram } from '#server/testing/program-copy.ts'

const CALLERS = 2
/** Between two requests of a caller: the programs share the machine with them. */
const BREATH_MS = 5
/** Between two health checks: longer, so that a program that leaves at once loses requests. */
const CHECK_MS = 45
/** What a version may do while the one before it runs: new tables, new columns that may be empty. */
const MIGRATION = `-- For a test: a table and a column of the next version.
create table next_version (id bigint primary key, said text not null);
alter table list add column next_version text;
`

const ends: (() => unknown)[] = []
afterAll(async () => {
  for (const end of ends.toReversed()) await end()
})

interface Served {
  program: Program
  isReady: boolean
  /** Replies since the migrations of the next version ran. */
  sinceMigrated: number
}

/** A program that receives requests while it says that it is ready, as behind a proxy with health checks. */
function watch(program: Program, agent: Agent, isOver: () => boolean): Served {
  const served = { program, isReady: true, sinceMigrated: 0 }
  const look = async () => {
    for (; !isOver(); await pause(CHECK_MS))
      served.isReady = (await send(agent, program.url, 'GET', '/readyz', '').catch(() => 0)) === 200
  }
  void look()
  return served
}

const send = (agent: Agent, origin: string, method: string, path: string, token: string, body?: object) =>
  new Promise<number>((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) }
    const sent = request(`${origin}${path}`, { agent, method, headers }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0))
    })
    sent.once('error', reject)
    sent.end(body && JSON.stringify(body))
  })

it('the version before serves while the next one migrates and takes over, and no request is lost', async () => {
  const database = await createTestDatabase()
  ends.push(() => database.drop())
  const agent = new Agent({ keepAlive: true })
  ends.push(() => agent.destroy())
  const environment = {
    DATABASE_URL: database.url,
    SECRET_KEY: 'one key for both versions, for tests only',
    STOP_PAUSE_SECONDS: '1',
  }
  const before = await startProgram(environment)
  ends.push(() => before.remove())
  let isOver = false
  ends.push(() => {
    isOver = true
  })
  const pool = [watch(before, agent, () => isOver)]
  const call = httpCall(() => before.url)
  const admin = await signIn(call, PROGRAM_ADMIN)
  const { id } = (await call(createLabel, { body: { name: 'Label' } }, admin)).body.data

  const statuses: (number | string)[] = []
  let [isMigrated, renames] = [false, 0]
  async function callNext(isWrite: boolean): Promise<void> {
    const ready = pool.filter(({ isReady }) => isReady)
    const served = ready[statuses.length % ready.length]
    // Like a proxy that waits until one is ready.
    if (!served) return
    const { url } = served.program
    renames += Number(isWrite)
    const status = isWrite
      ? await send(agent, url, 'PUT', changeLabel.path.replace('{id}', String(id)), admin.token, {
          name: `Label ${renames}`,
        })
      : await send(agent, url, 'GET', labels.path, admin.token)
    statuses.push(status)
    if (isMigrated) served.sinceMigrated += 1
  }
  const callers = Array.from({ length: CALLERS }, async (_, at) => {
    for (; !isOver; await pause(BREATH_MS))
      await callNext(at === 0).catch((error: Error) => statuses.push(error.message))
  })
  const more = (served: Served | undefined) => {
    const from = served?.sinceMigrated ?? 0
    return expect.poll(() => served?.sinceMigrated).toBeGreaterThan(from + 5 * CALLERS)
  }

  const next = copyProgram()
  ends.push(() => rmSync(next, { recursive: true, force: true }))
  writeFileSync(join(next, 'server/migrations/9999_next_version.sql'), MIGRATION)
  const env = { PATH: process.env.PATH, HOME: tmpdir(), DATA_DIR: before.dataDir, ...environment }
  const migrate = () =>
    promisify(execFile)(process.execPath, [join(next, 'server/migrate.ts'), 'all'], { env, cwd: next })
  expect(JSON.parse((await migrate()).stdout)).toMatchObject({
    report: { migrations: ['9999_next_version'] },
  })
  isMigrated = true
  await more(pool[0])

  const after = await startProgram(environment, undefined, join(next, 'server/main.ts'))
  ends.push(() => after.remove())
  pool.push(watch(after, agent, () => isOver))
  await more(pool[1])
  await before.remove()
  await more(pool[1])
  isOver = true
  await Promise.all(callers)
  expect(new Set(statuses)).toEqual(new Set([200]))
  const { body } = await httpCall(() => after.url)(labels, {}, admin)
  expect(body.data.map(({ name }) => name)).toEqual([`Label ${renames}`])
})
