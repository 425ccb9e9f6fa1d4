import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestUser } from '#server/testing/factories.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { runCli, temporaryFolder } from './testing/run-cli.ts'

let t: TestApp
let url: string
let user: TestUser
const folder = temporaryFolder()

beforeAll(async () => {
  t = await testApp()
  url = await t.listen()
  user = await t.account({ modules: ['leads', 'ai_suggest'] })
})
afterAll(async () => {
  await t?.close()
  folder.remove()
})

const run = (line: string) =>
  runCli(line.split(' '), {
    env: { LEADWRIGHT_HOME: folder.path, LEADWRIGHT_URL: url, LEADWRIGHT_TOKEN: user.token },
    cwd: folder.path,
  })

async function command(line: string) {
  const { code, stdout, stderr } = await run(line)
  expect(code, stderr).toBe(0)
  return JSON.parse(stdout)
}

const FILTERS =
  '--source sample --platform instagram --followers-min 10000 --followers-max 200000 --engagement-rate 0.02 --lastposted 60 --limit 30'

it('finds influencers, enriches them, writes a text for each and exports them', async () => {
  const found = await command(`search influencer ${FILTERS} --name N --json`)
  expect(found).toMatchObject({ delivered: 30, cost: 0 })
  const rowsIn = async (file: string) => {
    await command(`export ${found.list_id} --out ${file} --json`)
    return parse(readFileSync(join(folder.path, file), 'utf8'), { columns: true }) as Record<string, string>[]
  }
  const rows = await rowsIn('found.csv')
  expect(rows).toHaveLength(30)
  const oldest = Date.now() - 61 * 86_400_000
  for (const row of rows) {
    expect(row.platform).toBe('instagram')
    expect(Number(row.followers)).toBeGreaterThanOrEqual(10_000)
    expect(Number(row.followers)).toBeLessThanOrEqual(200_000)
    expect(Number(row.engagement_rate)).toBeGreaterThanOrEqual(0.02)
    expect(Number(row.engagement_rate)).toBeLessThanOrEqual(1)
    expect(Date.parse(row.last_post_at as string)).toBeGreaterThan(oldest)
  }

  const enriched = await command(`enrich ${found.list_id} --json`)
  expect(enriched).toMatchObject({ cost: 0 })
  await command(`ai write ${found.list_id} --prompts summary --limit 3 --no-review --json`)
  const after = await rowsIn('enriched.csv')
  expect(after.every(({ email }) => email !== '')).toBe(true)
  expect(after.filter((row) => row.ai_summary).length).toBeGreaterThan(0)
  expect(Object.keys(after[0] as object)).not.toContain('stats_history')
})

it('explains a wrong filter with the messages of the form', async () => {
  const refusals: [string, string][] = [
    ['--lastposted 10', 'Field must be min 30'],
    ['--engagement-rate 1.5', 'Field must be max 1'],
    ['--followers-min 20 --followers-max 10', 'Field must be greater than 20'],
  ]
  for (const [filter, message] of refusals) {
    const { code, stderr } = await run(`search influencer --source sample ${filter} --json`)
    expect([code === 0, stderr]).toEqual([false, expect.stringContaining(message)])
  }
})
