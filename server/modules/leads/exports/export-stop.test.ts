import { afterAll, beforeAll, expect, it } from 'vitest'
import { cancelRun, run as showRun } from '#contract/activity/runs.ts'
import { exportList } from '#contract/core/files.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { later } from '#server/testing/later.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { sharedWebApp } from '#server/testing/shared-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'

let t: TestApp
let origin: string
let user: TestUser
let listId: number
beforeAll(async () => {
  t = await sharedWebApp()
  origin = await t.listen()
  user = await t.account()
  // Far more than socket buffers can store, so that an export without a reader has to wait.
  const leads = Array.from({ length: 300 }, (_, index) => ({
    values: { name: `${index} ${'x'.repeat(100_000)}` },
  }))
  listId = (await seedList(t, user, { leads })).id
})
afterAll(() => t.close())

const start = async () => (await t.call(exportList, { body: { list_id: listId } }, user)).body.data
const stop = (id: number | null) => t.call(cancelRun, { params: { id: id as number } }, user)
const stateOf = async (id: number | null) =>
  (await t.call(showRun, { params: { id: id as number } }, user)).body.data.state

it('interrupts a download whose run is stopped', async () => {
  const { url, run_id } = await start()
  const response = await fetch(`${origin}${url}`)
  const reader = response.body!.getReader()
  expect((await reader.read()).done).toBe(false)
  expect(await stateOf(run_id)).toBe('running')
  expect((await stop(run_id)).status).toBe(200)
  const rest = async () => {
    while (!(await reader.read()).done);
  }
  // Progress is checked once a second.
  await later(1100, () => expect(rest()).rejects.toThrow())
  await expect.poll(() => stateOf(run_id)).toBe('cancelled')
})

it('refuses a download whose run was stopped before it started', async () => {
  const { url, run_id } = await start()
  expect((await stop(run_id)).body.data.state).toBe('cancelled')
  const response = await fetch(`${origin}${url}`)
  expect(response.status).toBe(409)
  expect(await response.json()).toMatchObject({ code: 'conflict' })
})
