import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allRuns, cancelAnyRun, retryAnyRun, showAnyRun } from '#contract/activity/all-runs.ts'
import { fineTunes } from '#contract/ai/ai-prompts.ts'
import { startAiText } from '#contract/ai/ai-text.ts'
import {
  generations,
  platformPrompts,
  platformPromptVersions,
  restorePlatformPrompt,
  updatePlatformPrompt,
} from '#contract/ai/platform-prompts.ts'
import { auditLog } from '#contract/core/audit-log.ts'
import { histories } from '#contract/core/histories.ts'
import { JOB_NAMES } from '#contract/core/job-names.ts'
import { cancelJob, jobQueues, jobs, retryJob } from '#contract/core/jobs.ts'
import { type SettingName, setSetting, settings } from '#contract/core/settings.ts'
import { logAppError } from '#contract/core/system.ts'
import { register } from '#contract/identity/auth.ts'
import { createApiKey } from '#contract/identity/sessions.ts'
import { createList } from '#contract/leads/lists.ts'
import { startAccountExport } from '#contract/privacy/account-export.ts'
import { updateUser } from '#server/modules/accounts/accounts/index.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { workRun } from '#server/testing/work-run.ts'

let t: TestApp
let admin: TestUser
let support: TestUser
beforeAll(async () => {
  t = await testApp({ roles: ['web'] })
  admin = await t.admin()
  support = await t.member(admin)
  await updateUser(t.app.ctx, support.id, { role: 'admin', staff_role: 'support' })
})
afterAll(() => t.close())

const set = (name: SettingName, value: boolean, by = admin) =>
  t.call(setSetting, { params: { name }, body: { value } }, by)
const search = (user: TestUser) =>
  t.call(
    createList,
    { body: { name: 'Sample', type: 'local', search: { source: 'sample' }, limit: 5, max_cost: 0 } },
    user,
  )
const exportOf = async (user: TestUser) => (await t.call(startAccountExport, {}, user)).body.data.id
const actionsOf = async (accountId: number) => {
  const { body } = await t.call(auditLog, { query: { account_id: accountId } }, admin)
  return body.data.map(({ action }) => action)
}

describe('runs of all accounts', () => {
  it('are found by account and state, read by staff, stopped by owners and recorded in both logs', async () => {
    const user = await t.account({ credits: 50 })
    const { run } = (await search(user)).body.data
    const found = await t.call(allRuns, { query: { search: user.email, state: 'queued' } }, support)
    expect(found.body).toMatchObject({
      total: 1,
      data: [{ id: run.id, account_id: user.accountId, kind: 'search', created_by: user.email }],
    })
    expect(found.body.data[0]?.payload).toMatchObject({ type: '[5 characters]' })
    expect(found.body.data[0]?.can).toEqual({ cancel: true, retry: false })
    const params = { account_id: user.accountId, id: run.id }
    expect((await t.call(cancelAnyRun, { params }, support)).status).toBe(403)
    expect(
      (await t.call(showAnyRun, { params: { ...params, account_id: admin.accountId } }, admin)).status,
    ).toBe(404)
    expect((await t.call(cancelAnyRun, { params }, admin)).body.data.state).toBe('cancelled')
    expect((await t.call(cancelAnyRun, { params }, admin)).status).toBe(409)
    expect((await actionsOf(user.accountId))[0]).toBe('run.cancelled')
    expect((await actionsOf(admin.accountId))[0]).toBe('run.cancelled')
    const retried = await t.call(retryAnyRun, { params }, admin)
    expect([retried.status, retried.error.message]).toEqual([
      409,
      'This run spends credits, so only the account can start it again',
    ])
  })

  it('can be repeated once, linked to the previous run, when they are free and need no user', async () => {
    const user = await t.account()
    const params = { account_id: user.accountId, id: await exportOf(user) }
    expect((await t.call(retryAnyRun, { params }, admin)).error.message).toContain('has not ended yet')
    await t.call(cancelAnyRun, { params }, admin)
    const both = await Promise.all([
      t.call(retryAnyRun, { params }, admin),
      t.call(retryAnyRun, { params }, admin),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    const made = both.find(({ status }) => status === 201)?.body.data
    expect(made).toMatchObject({ state: 'queued', previous_run_id: params.id, created_by: user.email })
    await workRun(t, user.accountId, made?.id as number)
    const second = { account_id: user.accountId, id: made?.id as number }
    expect((await t.call(showAnyRun, { params: second }, admin)).body.data).toMatchObject({
      state: 'succeeded',
      can: { cancel: false, retry: false },
    })
    expect((await t.call(showAnyRun, { params }, admin)).body.data.next_run_id).toBe(made?.id)
  })
})

describe('background jobs', () => {
  it('are listed without texts, cancelled while they wait, and repeated once they have ended', async () => {
    const user = await t.account()
    const runId = await exportOf(user)
    const list = async () =>
      (await t.call(jobs, { query: { queue: 'run-execute', limit: 100 } }, support)).body.data
    const own = async () => (await list()).filter(({ payload }) => payload.runId === runId)
    const [job] = await own()
    expect(job).toMatchObject({ state: 'waiting', payload: { accountId: user.accountId, runId } })
    const queues = (await t.call(jobQueues, {}, support)).body.data
    expect(queues.find(({ queue }) => queue === 'run-execute')?.waiting).toBeGreaterThan(0)
    const params = { id: job?.id as string }
    expect((await t.call(cancelJob, { params }, support)).status).toBe(403)
    expect((await t.call(retryJob, { params }, admin)).status).toBe(409)
    expect((await t.call(cancelJob, { params }, admin)).body.data.state).toBe('cancelled')
    expect((await t.call(cancelJob, { params }, admin)).status).toBe(409)
    const both = await Promise.all([t.call(retryJob, { params }, admin), t.call(retryJob, { params }, admin)])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    const pair = await own()
    expect(pair).toHaveLength(2)
    expect(pair.find(({ state }) => state === 'waiting')).toMatchObject({
      previous_job_id: params.id,
      payload: { accountId: user.accountId, runId },
    })
  })

  it('have names for people', async () => {
    const queues = (await t.call(jobQueues, {}, support)).body.data.map(({ queue }) => queue)
    expect(queues).toContain('run-execute')
    expect(queues.filter((queue) => !(queue in JOB_NAMES))).toEqual([])
  })

  it('that have succeeded can be folded into the newest of their queue', async () => {
    await t.app.database.db.transaction().execute(async (db) => {
      for (const at of [1, 2, 3])
        await sql`insert into pgboss.job (name, state, completed_on)
          values ('housekeeping', 'completed', now() - make_interval(secs => ${at}))`.execute(db)
    })
    const all = await t.call(jobs, { query: { queue: 'housekeeping' } }, support)
    expect(all.body.data.map(({ state, succeeded }) => [state, succeeded])).toEqual(
      Array.from({ length: 3 }, () => ['succeeded', 3]),
    )
    const folded = await t.call(jobs, { query: { queue: 'housekeeping', folded: true } }, support)
    expect(folded.body.data).toHaveLength(1)
    const newest = all.body.data
      .map(({ finished_at }) => finished_at as string)
      .toSorted()
      .at(-1)
    expect(folded.body.data[0]?.finished_at).toBe(newest)
  })

  it('show why they failed, without personal data', async () => {
    const id = (
      await sql<{ id: string }>`update pgboss.job set state = 'failed', completed_on = now(),
      output = '{"message": "No answer from ann@c.example", "stack": "secret"}' where id = (
        select id from pgboss.job where state = 'created' limit 1) returning id`.execute(t.app.database.db)
    ).rows[0]?.id
    const { data } = (await t.call(jobs, { query: { state: 'failed' } }, admin)).body
    expect(data).toMatchObject([{ id, error: 'No answer from [email]', can: { retry: true, cancel: false } }])
  })
})

describe('settings of the installation', () => {
  it('take effect, name who changed them, and appear in the histories', async () => {
    const user = await t.account({ credits: 50 })
    const before = (await t.call(settings, {}, support)).body.data
    expect(before.every(({ value, changed_by }) => value && changed_by === null)).toBe(true)
    expect((await set('new_runs', false, support)).status).toBe(403)
    expect((await set('new_runs', false)).body.data).toMatchObject({
      value: false,
      changed_by: expect.any(String),
    })
    const refused = await search(user)
    expect([refused.status, refused.error.message]).toEqual([
      409,
      'New runs are paused for maintenance. Try again later',
    ])
    expect(await exportOf(user)).toEqual(expect.any(Number))
    await set('new_runs', true)
    expect((await search(user)).status).toBe(201)

    await set('sign_up', false)
    const newcomer = { first_name: 'Ann', email: 'ann@people.example', password: 'correct horse battery' }
    expect((await t.call(register, { body: newcomer })).error.code).toBe('sign_up_closed')
    await set('sign_up', true)
    expect((await t.call(register, { body: newcomer })).status).not.toBe(403)

    await set('error_reports', false)
    expect((await t.call(logAppError, { body: { message: 'Unheard' } })).status).toBe(200)
    const groups = t.app.database.db.selectFrom('app_error_group').select('id')
    expect(await groups.where('title', '=', 'Unheard').execute()).toEqual([])

    const { data } = (await t.call(histories, { query: { area: 'settings', limit: 3 } }, support)).body
    expect(data.map(({ subject }) => subject)).toEqual([
      'setting:error_reports',
      'setting:sign_up',
      'setting:sign_up',
    ])
    expect(data[0]).toMatchObject({
      user: { id: admin.id },
      detail: { before: { error_reports: true }, after: { error_reports: false } },
    })
  })

  it('turn off AI agents', async () => {
    const key = await t.call(
      createApiKey,
      { body: { name: 'Agent', scopes: ['read'], password: admin.password } },
      admin,
    )
    const headers = {
      authorization: `Bearer ${key.body.data.key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    }
    const payload = { jsonrpc: '2.0', id: 1, method: 'ping' }
    const request = async () =>
      (await t.app.http.inject({ method: 'POST', url: '/mcp', headers, payload })).statusCode
    expect(await request()).toBe(200)
    await set('agents', false)
    expect(await request()).toBe(403)
    await set('agents', true)
  })
})

it('histories list changes of all accounts by area, user and day', async () => {
  const { body } = await t.call(histories, { query: {} }, support)
  expect(body.total).toBeGreaterThan(3)
  const count = async (query: object) => (await t.call(histories, { query }, support)).body.total
  expect(await count({ area: 'settings', search: admin.email })).toBe(await count({ area: 'settings' }))
  expect(await count({ search: 'nobody@people.example' })).toBe(0)
  expect(await count({ from: '2999-01-01' })).toBe(0)
  const pages = await Promise.all(
    [1, 2].map(async (page) => (await t.call(histories, { query: { page, limit: 2 } }, support)).body.data),
  )
  expect(pages.flat().map(({ account_id, seq }) => `${account_id}-${seq}`)).toEqual(
    body.data.slice(0, 4).map(({ account_id, seq }) => `${account_id}-${seq}`),
  )
})

describe('the AI assistant of all accounts', () => {
  const params = { type: 'local', prompt_type: 'summary' } as const
  const content = { text: 'Say what {{ lead.name }} does.', max_characters: 300, language: 'en' } as const
  const change = (version: number, more: object = {}, by = admin) =>
    t.call(updatePlatformPrompt, { params, body: { ...content, version, ...more } }, by)
  const offered = async (user: TestUser) => {
    const query = { type: 'local' as const, prompt_type: 'summary' as const, show_default: true }
    return (await t.call(fineTunes, { query }, user)).body.data[0]
  }

  it('uses default prompts that the platform versions and can revert', async () => {
    const user = await t.account()
    const builtIn = await offered(user)
    expect(builtIn).toMatchObject({ version: 0, is_default: true })
    expect((await change(0, {}, support)).status).toBe(403)
    expect((await change(0, { text: 'About {{ lead.nothing }}' })).error.fields).toHaveProperty('text')
    expect((await change(0)).body.data).toMatchObject({ version: 1, is_built_in: false })
    expect((await change(0, { text: 'Too late' })).status).toBe(409)
    expect(await offered(user)).toMatchObject({ ...content, version: 1 })
    const restored = await t.call(restorePlatformPrompt, { params, body: { version: 0 } }, admin)
    expect(restored.body.data).toMatchObject({ version: 2, is_built_in: true, text: builtIn?.text })
    expect((await t.call(restorePlatformPrompt, { params, body: { version: 0 } }, admin)).status).toBe(409)
    expect((await t.call(restorePlatformPrompt, { params, body: { version: 9 } }, admin)).status).toBe(404)
    await t.call(restorePlatformPrompt, { params, body: { version: 1 } }, admin)
    const versions = (await t.call(platformPromptVersions, { params }, support)).body.data
    expect(versions.map(({ version, text }) => [version, text === content.text])).toEqual([
      [3, true],
      [2, false],
      [1, true],
      [0, false],
    ])
    expect((await t.call(platformPrompts, {}, support)).body.data).toHaveLength(28)
    const { data } = (await t.call(histories, { query: { area: 'prompts', limit: 1 } }, admin)).body
    expect(data[0]).toMatchObject({ detail: { restored: 1, after: { version: 3, text: content.text } } })
  })

  it('lists every text with prompt, model, tokens, credits and verdict, but not its content', async () => {
    const user = await t.account({ modules: ['leads', 'ai_suggest'], credits: 10 })
    const leads = [{ values: { name: 'Forge', city: 'York', category: 'Blacksmith' } }]
    const list = await seedList(t, user, { leads })
    const body = {
      selection: { resultIds: list.leadIds },
      prompts: [{ prompt_type: 'summary' as const }],
      provider: 'template' as const,
    }
    const started = await t.call(startAiText, { params: { type: 'local', id: list.id }, body }, user)
    await workRun(t, user.accountId, started.body.data.run.id)
    const { data, total } = (await t.call(generations, { query: { search: user.email } }, support)).body
    expect([total, data.length]).toEqual([1, 1])
    expect(data[0]).toMatchObject({
      account_id: user.accountId,
      prompt_type: 'summary',
      prompt_version: 3,
      is_platform_prompt: true,
      provider: 'template',
      model: null,
      credits: 0,
    })
    expect(JSON.stringify(data)).not.toContain('Forge')
    expect(
      (await t.call(generations, { query: { state: 'failed', search: user.email } }, admin)).body.total,
    ).toBe(0)
  })
})
