import { afterAll, beforeAll, expect, it } from 'vitest'
import { logAppError } from '#contract/core/system.ts'
import { startAccountExport } from '#contract/privacy/account-export.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { runCli } from '../testing/run-cli.ts'

let t: TestApp
let admin: TestUser
let origin: string
beforeAll(async () => {
  t = await testApp({ roles: ['web'] })
  admin = await t.admin()
  origin = await t.listen()
})
afterAll(() => t.close())

async function cli(user: TestUser, ...line: string[]) {
  const env = { LEADWRIGHT_URL: origin, LEADWRIGHT_TOKEN: user.token }
  const { stdout, stderr, code } = await runCli([...line, '--json'], { env })
  return { code, stderr, json: stdout ? JSON.parse(stdout) : null }
}

it('lists, shows and resolves errors', async () => {
  await t.call(logAppError, { body: { message: 'Error: of the command line' } })
  const { json } = await cli(admin, 'errors', 'list', '--state', 'open')
  expect(json).toMatchObject({ total: 1, data: [{ title: 'Error: of the command line' }] })
  const id = String(json.data[0].id)
  expect((await cli(admin, 'errors', 'show', id)).json.samples).toHaveLength(1)
  expect((await cli(admin, 'errors', 'solve', id)).json.state).toBe('solved')
  expect((await cli(admin, 'errors', 'reopen', id)).json.state).toBe('open')
  expect((await cli(await t.account(), 'errors', 'list')).code).toBe(3)
})

it('lists, cancels and retries jobs and runs by the listed ID', async () => {
  const user = await t.account()
  const { id } = (await t.call(startAccountExport, {}, user)).body.data
  const run = `${user.accountId}/${id}`
  const list = await cli(admin, 'jobs', 'list', '--runs', '--state', 'queued')
  expect(list.json.data.map((row: { id: number }) => row.id)).toContain(id)
  expect((await cli(admin, 'jobs', 'retry', run)).code).not.toBe(0)
  expect((await cli(admin, 'jobs', 'cancel', run)).json.state).toBe('cancelled')
  expect((await cli(admin, 'jobs', 'retry', run)).json).toMatchObject({ previous_run_id: id })
  const jobs = await cli(admin, 'jobs', 'list', '--queue', 'run-execute', '--state', 'waiting')
  const job = jobs.json.data[0].id
  expect((await cli(admin, 'jobs', 'cancel', job)).json.state).toBe('cancelled')
  expect((await cli(admin, 'jobs', 'retry', job)).json).toMatchObject({
    previous_job_id: job,
    state: 'waiting',
  })
  expect((await cli(admin, 'jobs', 'cancel', 'nothing')).stderr).toContain('neither a job nor a run')
  expect((await cli(admin, 'jobs', 'list', '--state', 'queued')).stderr).toContain(
    '--state must be one of waiting',
  )
})

it('reads and sets settings and resets prompts, with a history of all changes', async () => {
  expect((await cli(admin, 'settings', 'get', '--name', 'new_runs')).json).toMatchObject({ value: true })
  expect((await cli(admin, 'settings', 'set', 'new_runs', 'off')).json).toMatchObject({ value: false })
  await cli(admin, 'settings', 'set', 'new_runs', 'on')
  expect((await cli(admin, 'settings', 'set', 'nothing', 'on')).code).toBe(2)
  expect((await cli(admin, 'prompts', 'list')).json.data).toHaveLength(28)
  expect((await cli(admin, 'prompts', 'restore', 'local', 'summary', '0')).stderr).toContain('already')
  expect((await cli(admin, 'generations', 'list')).json).toEqual({ data: [], total: 0 })
  const { json } = await cli(admin, 'histories', 'list', '--area', 'settings')
  expect(json.data.map((row: { subject: string }) => row.subject)).toEqual([
    'setting:new_runs',
    'setting:new_runs',
  ])
})
