import { afterAll, beforeAll, expect, it } from 'vitest'
import { notifications } from '#contract/activity/notifications.ts'
import { createWebhook } from '#contract/activity/webhooks.ts'
import { undoChange } from '#contract/leads/lead-edits.ts'
import { leads, showLead } from '#contract/leads/leads.ts'
import { listHistory } from '#contract/leads/lists.ts'
import { checkWebsites } from '#contract/prospecting/enrichment.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { type SamplePage, type SampleWebsites, startSampleWebsites } from '#server/testing/sample-websites.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { startReceiver } from '#server/testing/webhook-receiver.ts'
import { workRun } from '#server/testing/work-run.ts'

const BOOKING = '<title>A</title><a href="https://calendly.com/a">Visit</a>'
const PLAIN = '<title>A</title><p>Nothing to book</p>'
const pages = { one: BOOKING, two: BOOKING, odd: BOOKING }
const page = (name: keyof typeof pages): Record<string, SamplePage> => ({
  '/': (_request, response) => void response.setHeader('content-type', 'text/html').end(pages[name]),
})
let t: TestApp
let websites: SampleWebsites
beforeAll(async () => {
  websites = await startSampleWebsites({
    'one.example': page('one'),
    'two.example': page('two'),
    'odd.example': page('odd'),
  })
  // Without workers, so that the receiver gets the deliveries.
  t = await testApp({ hostMap: websites.hostMap, crawl: { delayMs: 0 }, roles: ['web'] })
})
afterAll(async () => {
  await t?.close()
  await websites?.close()
})

/** An account with a list of these websites, each checked once while it had a booking link. */
async function checkedList(...names: (keyof typeof pages)[]) {
  const user = await t.account()
  for (const name of names) pages[name] = BOOKING
  const { id, leadIds } = await seedList(t, user, {
    type: 'local',
    leads: names.map((name) => ({ values: { name, website: `http://${name}.example` } })),
  })
  const params = { type: 'local' as const, id }
  const check = async () => {
    const body = { selection: { filters: {} } }
    const { body: started } = await t.call(checkWebsites, { params, body }, user)
    await workRun(t, user.accountId, started.data.run.id)
    return t.finished(started.data.run.id, user)
  }
  const show = async (leadId: number) =>
    (await t.call(showLead, { params: { ...params, resultId: leadId } }, user)).body.data
  const values = async () => {
    const { body } = await t.call(leads, { params, body: { limit: 20, sort: 'name' } }, user)
    return body.data.map((lead) => lead.values.no_booking)
  }
  await check()
  return { user, id, params, check, show, values, leadIds: leadIds as number[] }
}
const notices = async (user: TestUser) =>
  (await t.call(notifications, { query: {} }, user)).body.data.filter(
    ({ kind }) => kind === 'signals_changed',
  )

it('tells history, webhooks and people once that a value was replaced by one seen twice', async () => {
  const { user, id, check, show, leadIds } = await checkedList('one', 'two')
  const receiver = await startReceiver(t)
  const events = ['signal.changed' as const]
  await t.call(createWebhook, { body: { url: 'https://hook.example/', events, list_id: id } }, user)
  const news = async () => {
    await receiver.dispatcher.deliverDue()
    return receiver.received.splice(0).map(({ json }) => json)
  }
  const history = async (leadId: number) =>
    (await show(leadId)).history.filter(({ event }) => event === 'lead.signals_changed')

  pages.one = PLAIN
  pages.two = PLAIN
  expect((await check()).counts.changed).toBeUndefined()
  // First values, and others seen once, are no change.
  expect(await Promise.all([news(), notices(user), history(leadIds[0] as number)])).toEqual([[], [], []])

  const run = await check()
  expect(run.counts).toMatchObject({ checked: 2, changed: 2 })
  const sent = await news()
  expect(sent.map(({ type }) => type)).toEqual(['signal.changed', 'signal.changed'])
  expect(sent.map(({ data }) => (data.lead as { id: number }).id)).toEqual(leadIds)
  expect(sent[0]?.data).toMatchObject({
    list: { id },
    lead: { values: { name: 'one' } },
    signal: 'no_booking',
    change: 'Online booking: yes → no',
    old_value: 'no',
    new_value: 'yes',
    evidence: { url: expect.stringContaining('one.example'), text: expect.any(String) },
  })
  expect(await history(leadIds[1] as number)).toMatchObject([
    { detail: { signals: [{ signal: 'no_booking', from: 'no', to: 'yes' }] }, run_id: run.id },
  ])
  const told = await notices(user)
  expect(told).toMatchObject([
    {
      title: 'Signals changed at 2 leads',
      text: 'Booking link gone at 2 leads.',
      link: `/saved-lists/local-${id}`,
    },
  ])
  await check()
  expect([await news(), await notices(user)]).toEqual([[], told])
})

it('a website that differs at every visit makes no change', async () => {
  const { user, check, values, show, leadIds } = await checkedList('odd')
  for (const seen of [PLAIN, BOOKING, PLAIN, BOOKING, PLAIN]) {
    pages.odd = seen
    await check()
    expect(await values()).toEqual(['no'])
  }
  expect(await notices(user)).toEqual([])
  const events = (await show(leadIds[0] as number)).history.map(({ event }) => event)
  expect(events).not.toContain('lead.signals_changed')
})

it('undo restores values with their evidence, and the change is told no more', async () => {
  const { user, id, params, check, values, show, leadIds } = await checkedList('one')
  const before = (await show(leadIds[0] as number)).provenance.no_booking
  pages.one = PLAIN
  await check()
  await check()
  expect(await values()).toEqual(['yes'])
  const { body } = await t.call(listHistory, { params: { id }, body: {} }, user)
  const newest = body.data.find(({ event }) => event === 'run.check_websites')
  const undo_token = newest?.id as number
  expect((await t.call(undoChange, { params, body: { undo_token } }, user)).status).toBe(200)
  expect(await values()).toEqual(['no'])
  expect((await show(leadIds[0] as number)).provenance.no_booking).toEqual(before)
})
