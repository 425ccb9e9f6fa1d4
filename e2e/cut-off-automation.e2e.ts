import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startAiText } from '#contract/ai/ai-text.ts'
import { createTrainingQa, createTrainingText } from '#contract/ai/ai-training.ts'
import { connectCrm, pushCrm } from '#contract/leads/crm.ts'
import { createList } from '#contract/leads/lists.ts'
import { createAutopilot } from '#contract/prospecting/autopilots.ts'
import { FAKE_TOKEN, type FakeCrm } from '#server/testing/fake-crms/fake-crm.ts'
import { FAKE_LOCATION, startFakeGhl } from '#server/testing/fake-crms/ghl.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { closeProfiles, listen, openPage, type WatchedPage } from './support/browser.ts'
import {
  type Action,
  at,
  choose,
  click,
  doCutOff,
  inDialog,
  pick,
  see,
  seeInDialog,
} from './support/cut-off.ts'

let ghl: FakeCrm
let t: TestApp
let url: string
let list: number
let searched: number
let tab: WatchedPage
beforeAll(async () => {
  ghl = await startFakeGhl()
  t = await testApp({ crms: { ghl: { baseUrl: ghl.url } } })
  url = await listen(t)
  const user = await t.account({ modules: ['leads', 'ai_suggest'] })
  const seeded = await seedList(t, user, {
    leads: [
      { values: { name: 'Acorn Bakery', category: 'Bakery', city: 'Leeds', email: 'info@acorn.example' } },
    ],
  })
  list = seeded.id
  const params = { type: 'local' as const, id: list }
  const access = { crm: 'ghl' as const, token: FAKE_TOKEN, location: FAKE_LOCATION }
  const connection_id = (await t.call(connectCrm, { body: access }, user)).body.data.id
  ghl.failNextNew()
  const all = { filters: {} }
  const push = await t.call(pushCrm, { params, body: { connection_id, selection: all } }, user)
  await t.finished(push.body.data.run.id, user)
  const texts = { selection: all, prompts: [{ prompt_type: 'summary' as const }] }
  await t.finished((await t.call(startAiText, { params, body: texts }, user)).body.data.run.id, user)
  const sample = {
    name: 'Sample',
    type: 'local' as const,
    search: { source: 'sample' },
    limit: 1,
    max_cost: 0,
  }
  searched = (await t.call(createList, { body: sample }, user)).body.data.id
  const pilot = { list_id: searched, every: 'day' as const, at: '09:00', time_zone: 'UTC', name: 'Daily' }
  expect((await t.call(createAutopilot, { body: pilot }, user)).status).toBe(201)
  await t.call(createTrainingText, { body: { title: 'Who we are', html: '<p>We bake.</p>' } }, user)
  await t.call(createTrainingQa, { body: { question: 'Where?', answer: 'In Leeds.' } }, user)
  tab = await openPage(url, { as: user })
})
afterAll(async () => {
  await tab?.context.setOffline(false)
  await closeProfiles(url)
  await t?.close()
  await ghl?.close()
})

const fill = (name: string, text: string) => (page: Page) =>
  page.getByRole('textbox', { name, exact: true }).fill(text)
const row = (name: RegExp) => (page: Page) => page.getByRole('row', { name }).first().click()
const inList = (part: string) => () => `/saved-lists/local-${list}${part}`

const crm = at('/integration/crm')
const pilots = at('/lead-search/autopilot')
const review = at('/lead-search/ai-assistant?tab=review')
const prompts = at('/lead-search/ai-assistant')
const ofList = (item: RegExp) => [click('List menu'), choose(item)]
const ofPilot = [click('Actions for Daily')]

const ACTIONS: Record<string, Action> = {
  'test a CRM': [crm, [see('Test')], click('Test')],
  'connect a CRM': [crm, [click('Use a token for Keap'), fill('Token', 'x'.repeat(20))], inDialog('Connect')],
  'disconnect a CRM': [crm, [click('Disconnect Fox Agency')], inDialog('Disconnect')],
  'preview a push': [inList(''), [...ofList(/^Push to CRM/), seeInDialog('Preview')], inDialog('Preview')],
  'push leads': [
    inList(''),
    [...ofList(/^Push to CRM/), seeInDialog(/^Push 1 lead/)],
    inDialog(/^Push 1 lead/),
  ],
  'retry what failed': [inList('/crm'), [see(/^Retry failed/)], click(/^Retry failed/)],
  'run an autopilot': [pilots, ofPilot, choose('Run now')],
  'pause an autopilot': [pilots, ofPilot, choose('Pause')],
  'duplicate an autopilot': [pilots, ofPilot, choose('Duplicate')],
  'delete an autopilot': [pilots, ofPilot, choose('Delete')],
  'try an autopilot': [
    () => `/autopilot/create?list=${searched}`,
    [see('Start dry run')],
    click('Start dry run'),
  ],
  'make an autopilot': [
    () => `/autopilot/create?list=${searched}`,
    [see('Create autopilot')],
    click('Create autopilot'),
  ],
  'write texts': [
    inList(''),
    [...ofList(/^AI text/), seeInDialog(/^Write 1 text/)],
    inDialog(/^Write 1 text/),
  ],
  'accept a text': [review, [row(/Acorn Bakery/)], inDialog('Accept')],
  'write a text again': [review, [row(/Acorn Bakery/)], inDialog('Write again')],
  'save a prompt': [
    prompts,
    [click('New prompt'), fill('Name', 'Mine'), fill('Instruction', 'Say hello')],
    inDialog('Save prompt'),
  ],
  'save a key of a model': [
    at('/integration/open-ai'),
    [fill('API key', 'sk-none'), fill('Model', 'any')],
    click('Test and save'),
  ],
  'find pages of a website': [at('/ai/training'), [fill('Website', 'acme.example')], click('Find pages')],
  'begin a training text': [at('/ai/training?tab=texts'), [see('Write text')], click('Write text')],
  'delete a training text': [
    at('/ai/training?tab=texts'),
    [see('Actions for Who we are')],
    pick('Actions for Who we are', 'Delete'),
  ],
  'delete a question': [
    at('/ai/training?tab=qa'),
    [see('Actions for Where?')],
    pick('Actions for Where?', 'Delete'),
  ],
}

describe('with the server cut off', () => {
  it.each(Object.entries(ACTIONS))('%s says that it failed', (name, action) => doCutOff(tab, name, action))
})
