import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLabel } from '#contract/leads/labels.ts'
import { leads } from '#contract/leads/leads.ts'
import { type AutopilotBench, autopilotBench } from '#server/testing/autopilot-bench.ts'
import { type SamplePage, type SampleWebsites, startSampleWebsites } from '#server/testing/sample-websites.ts'

const BOOKING = '<title>A</title><a href="https://calendly.com/a">Visit</a>'
const PLAIN = '<title>A</title><p>Nothing to book</p>'
const shown: Record<string, string> = {}
const page = (key: string): Record<string, SamplePage> => ({
  '/': (_request, response) =>
    void response.setHeader('content-type', 'text/html').end(shown[key] ?? BOOKING),
})
let bench: AutopilotBench
let websites: SampleWebsites
beforeAll(async () => {
  const keys = ['grow1-0', 'grow1-1', 'grow1-2']
  websites = await startSampleWebsites(Object.fromEntries(keys.map((key) => [`${key}.example`, page(key)])))
  bench = await autopilotBench({
    values: (key) => ({ website: `http://${key.replace(':', '-')}.example/` }),
    hostMap: websites.hostMap,
    crawl: { delayMs: 0 },
  })
})
afterAll(async () => {
  await bench?.t.close()
  await websites?.close()
})

it('checks the whole list at each run and goes on only with leads whose signals changed', async () => {
  const { t } = bench
  const user = await t.account({ credits: 100 })
  const list = await bench.growing(user, 3)
  const label = (await t.call(createLabel, { body: { name: 'Call now' } }, user)).body.data
  const autopilot = await bench.made(user, {
    list_id: list.id,
    every: 'day',
    at: '09:00',
    time_zone: 'UTC',
    empty_limit: 2,
    steps: [
      { step: 'check-websites', options: { go_on: 'changed' } },
      { step: 'label', options: { label_id: label.id } },
      { step: 'mail' },
    ],
  })
  const next = async () => {
    bench.later(24)
    return (await bench.settled(user, autopilot.id))[0]
  }
  const labelled = async () => {
    const { body } = await t.call(leads, { params: { type: 'local', id: list.id } }, user)
    return body.data.filter(({ values }) => values.labels === 'Call now').length
  }
  const none = { state: 'skipped', message: 'No signals changed since the last run', leads: 0 }
  expect(await next()).toMatchObject({
    state: 'finished',
    leads: 0,
    steps: [{ step: 'check-websites', state: 'done', leads: 3, message: null }, none, none],
  })
  shown['grow1-0'] = PLAIN
  shown['grow1-1'] = PLAIN
  // Seen once: it may be a whim of the websites.
  expect((await next())?.steps.slice(1)).toMatchObject([none, none])
  const changed = await next()
  expect(changed?.steps).toMatchObject([
    { step: 'check-websites', state: 'done', leads: 3, message: 'booking link gone at 2 leads' },
    { step: 'label', state: 'done', leads: 2 },
    { step: 'mail', state: 'done', leads: 2 },
  ])
  expect(await labelled()).toBe(2)
  const { rows: mails } = await sql<{ variables: object }>`
    select variables from mail_message where account_id = ${user.accountId} and template = 'autopilot-summary'`.execute(
    t.app.database.db,
  )
  expect(mails).toMatchObject([
    { variables: { count: 2, kind: 'changed', changes: 'booking link gone at 2 leads' } },
  ])
  // Runs that look again are no empty runs: the autopilot isn't paused after two of them.
  expect((await next())?.steps.slice(1)).toMatchObject([none, none])
  expect((await bench.shown(user, autopilot.id)).state).toBe('active')
})
