import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { notifications } from '#contract/activity/notifications.ts'
import { createWebhook } from '#contract/activity/webhooks.ts'
import { leadSignals, leads, showLead } from '#contract/leads/leads.ts'
import { addSuppressions, erasePerson, showErasure } from '#contract/privacy/suppression.ts'
import { checkWebsites } from '#contract/prospecting/enrichment.ts'
import { type SamplePage, type SampleWebsites, startSampleWebsites } from '#server/testing/sample-websites.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { startReceiver } from '#server/testing/webhook-receiver.ts'
import { workRun } from '#server/testing/work-run.ts'

type Staff = [name: string, role: string, email?: string][]
const ANNA: Staff[0] = ['Anna Berger', 'Managing Director', 'anna.berger@practice.example']
const BEN: Staff[0] = ['Ben Carter', 'Head of Sales']
const NEW: Staff[0] = ['Clara Novak', 'Practice Manager', 'clara.novak@practice.example']
let staff: Staff = []
const team: SamplePage = (_request, response) =>
  void response
    .setHeader('content-type', 'text/html')
    .end(
      `<title>Team</title><h1>Our team</h1>${staff
        .map(
          ([name, role, email]) =>
            `<div class="member"><h3>${name}</h3><p>${role}</p>${email ? `<a href="mailto:${email}">${email}</a>` : ''}</div>`,
        )
        .join('')}`,
    )
let t: TestApp
let websites: SampleWebsites
beforeAll(async () => {
  websites = await startSampleWebsites({
    'practice.example': { '/': '<title>Practice</title><a href="/team">Our team</a>', '/team': team },
  })
  t = await testApp({ hostMap: websites.hostMap, crawl: { delayMs: 0 }, roles: ['web'] })
})
afterAll(async () => {
  await t?.close()
  await websites?.close()
})
const known = async (accountId: number) =>
  (
    await sql<object>`select names, pages, waiting from known_names where account_id = ${accountId}`.execute(
      t.app.database.db,
    )
  ).rows as { names: string[]; pages: string[]; waiting: object }[]

async function practice(values: Record<string, string> = {}) {
  const user = await t.account()
  const { id, leadIds } = await seedList(t, user, {
    type: 'local',
    leads: [{ values: { name: 'Practice', website: 'http://practice.example', ...values } }],
  })
  const params = { type: 'local' as const, id }
  const check = async (...now: Staff) => {
    staff = now
    const body = { selection: { filters: {} } }
    const { body: started } = await t.call(checkWebsites, { params, body }, user)
    await workRun(t, user.accountId, started.data.run.id)
    return t.finished(started.data.run.id, user)
  }
  const news = async () => {
    const { body } = await t.call(leadSignals, { params, query: {} }, user)
    return body.data[0]?.signals.find((one) => one.id === 'new_person')
  }
  return { user, id, params, check, news, leadId: leadIds[0] as number }
}

it('tells history, webhooks and people of somebody new, with page and role', async () => {
  const { user, id, params, check, news, leadId } = await practice()
  const receiver = await startReceiver(t)
  const events = ['signal.changed' as const]
  await t.call(createWebhook, { body: { url: 'https://hook.example/', events, list_id: id } }, user)
  await check(ANNA, BEN)
  await check(ANNA, BEN, NEW)
  expect(await news()).toBeUndefined()
  expect((await check(ANNA, BEN, NEW)).counts).toMatchObject({ changed: 1 })
  const today = new Date().toISOString().slice(0, 10)
  expect(await news()).toMatchObject({
    value: today,
    evidence: {
      url: expect.stringMatching(/practice\.example\/team$/),
      text: 'A new name on the page: Practice Manager',
    },
  })
  await receiver.dispatcher.deliverDue()
  expect(receiver.received.map(({ json }) => json.data)).toMatchObject([
    { signal: 'new_person', change: `New person: ${today}`, old_value: null, new_value: today },
  ])
  const shown = (await t.call(showLead, { params: { ...params, resultId: leadId } }, user)).body.data
  expect(shown.history.map(({ event }) => event)).toContain('lead.signals_changed')
  const told = (await t.call(notifications, { query: {} }, user)).body.data
  expect(told).toMatchObject([{ kind: 'signals_changed', text: 'New person at 1 lead.' }])
  const filter = { and: [{ field: 'new_person', operator: 'greater' as const, value: '30 days ago' }] }
  const found = await t.call(leads, { params, body: { filter } }, user)
  expect(found.body.data.map((lead) => lead.values.new_person)).toEqual([today])
  // Nobody is named by what is kept.
  expect(JSON.stringify(await known(user.accountId))).not.toMatch(/novak|berger|team/i)
})

it('who is on the lead already is no news', async () => {
  const { check, news } = await practice({ name: 'Practice Clara Novak' })
  for (const now of [
    [ANNA, BEN],
    [ANNA, BEN, NEW],
    [ANNA, BEN, NEW],
  ] as Staff[])
    await check(...now)
  expect(await news()).toBeUndefined()
})

it('suppressed people are neither kept nor news', async () => {
  const { user, check, news } = await practice()
  await t.call(addSuppressions, { body: { values: [NEW[2] as string] } }, user)
  for (const now of [
    [ANNA, BEN],
    [ANNA, BEN, NEW],
    [ANNA, BEN, NEW],
  ] as Staff[])
    await check(...now)
  expect(await news()).toBeUndefined()
  expect((await known(user.accountId))[0]).toMatchObject({ names: { length: 2 }, waiting: {} })
})

it('what is kept goes with the lead when its person is erased', async () => {
  const { user, check } = await practice({ email: 'anna.berger@practice.example' })
  await check(ANNA, BEN)
  expect(await known(user.accountId)).toHaveLength(1)
  const body = { email: 'anna.berger@practice.example' }
  const { body: erased } = await t.call(erasePerson, { body }, user)
  await workRun(t, user.accountId, erased.data.run_id as number)
  const report = await t.call(showErasure, { params: { id: erased.data.id } }, user)
  expect(report.body.data.state).toBe('succeeded')
  expect(await known(user.accountId)).toEqual([])
})
