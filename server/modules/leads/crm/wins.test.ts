import { afterAll, beforeAll, expect, it } from 'vitest'
import { notifications } from '#contract/activity/notifications.ts'
import { connectCrm, disconnectCrm, finishCrmConsent, pushCrm, startCrmConsent } from '#contract/leads/crm.ts'
import { crmWins, readCrmWins, saveCrmWins } from '#contract/leads/crm-wins.ts'
import { undoChange } from '#contract/leads/lead-edits.ts'
import { leads } from '#contract/leads/leads.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { type FakeClose, startFakeClose } from '#server/testing/fake-crms/close.ts'
import { FAKE_TOKEN } from '#server/testing/fake-crms/fake-crm.ts'
import { type FakeHubspot, startFakeHubspot } from '#server/testing/fake-crms/hubspot.ts'
import { type FakePipedrive, startFakePipedrive } from '#server/testing/fake-crms/pipedrive.ts'
import { type FakeSalesforce, startFakeSalesforce } from '#server/testing/fake-crms/salesforce.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { readAllWins } from './read-wins.ts'

let hubspot: FakeHubspot
let pipedrive: FakePipedrive
let close: FakeClose
let salesforce: FakeSalesforce
let t: TestApp
let user: TestUser
beforeAll(async () => {
  ;[hubspot, pipedrive, close, salesforce] = await Promise.all([
    startFakeHubspot(),
    startFakePipedrive(),
    startFakeClose(),
    startFakeSalesforce(),
  ])
  t = await testApp({
    publicUrl: 'https://leads.example',
    crms: {
      hubspot: { baseUrl: hubspot.url },
      pipedrive: { baseUrl: pipedrive.url },
      close: { baseUrl: close.url },
      salesforce: {
        baseUrl: salesforce.url,
        consentUrl: `${salesforce.url}/consent`,
        clientId: 'salesforce-client',
        clientSecret: 'salesforce-secret',
      },
    },
  })
  user = await t.account()
})
afterAll(async () => {
  await t?.close()
  await Promise.all([hubspot, pipedrive, close, salesforce].map((fake) => fake?.close()))
})

const connect = async (crm: 'hubspot' | 'pipedrive' | 'close') =>
  (await t.call(connectCrm, { body: { crm, token: FAKE_TOKEN } }, user)).body.data.id

/** A list of people that was sent to a CRM. @returns the list and the ids of the contacts there, in order */
async function sentList(connection_id: number, names: string[], contacts: FakeHubspot['contacts']) {
  const people = names.map((name) => ({ values: { name, email: `${name}@fox.example` } }))
  const { id } = await seedList(t, user, { type: 'people', leads: people })
  const body = { connection_id, selection: { filters: {} } }
  const started = await t.call(pushCrm, { params: { type: 'people', id }, body }, user)
  expect(started.status, JSON.stringify(started.error)).toBe(201)
  await t.finished(started.body.data.run.id, user)
  const all = [...contacts.values()]
  const idOf = (name: string) =>
    all.find((contact) => JSON.stringify(contact).includes(`"${name}@fox.example`))?.id ?? ''
  return { id, contacts: names.map(idOf) }
}

async function wonOf(id: number): Promise<string[]> {
  const { data } = (await t.call(leads, { params: { type: 'people', id }, query: {} }, user)).body
  return data.flatMap(({ values }) => (values.lead_status === 'won' ? String(values.name) : [])).toSorted()
}
const save = (id: number, sign: string | null) =>
  t.call(saveCrmWins, { params: { id }, body: { sign } }, user)
const readNow = async (id: number) => {
  const answer = await t.call(readCrmWins, { params: { id } }, user)
  expect(answer.status, JSON.stringify(answer.error)).toBe(200)
  return answer.body.won
}
const settings = async (id: number) => (await t.call(crmWins, { params: { id } }, user)).body.data

it('won deals of HubSpot mark leads as won, once, as one change that can be undone', async () => {
  const connection = await connect('hubspot')
  const list = await sentList(connection, ['ann', 'bob', 'cat'], hubspot.contacts)
  const [ann = '', bob = '', cat = ''] = list.contacts
  expect((await t.call(readCrmWins, { params: { id: connection } }, user)).status).toBe(409)
  expect((await settings(connection)).sign).toBeNull()
  expect((await save(connection, 'deal:none')).error?.fields).toHaveProperty('sign')
  expect((await save(connection, 'won')).status).toBe(200)

  hubspot.deal('9001', { contacts: [ann, bob, 'elsewhere'], stage: 'closedwon', isWon: true })
  hubspot.deal('9002', { contacts: [cat], stage: 'contractsent' })
  await readAllWins(t.app.ctx)
  expect(await wonOf(list.id)).toEqual(['ann', 'bob'])
  expect(await settings(connection)).toMatchObject({ sign: 'won', won: 2, problem: null })
  const { data } = (await t.call(notifications, { query: {} }, user)).body
  expect(data.filter(({ kind }) => kind === 'crm_wins')).toMatchObject([
    { title: '2 leads won in HubSpot 48273611' },
  ])

  // A person's later change stays, however often the same deal is read.
  const { rows } = await t.app.database.pool.query<{ id: number }>(
    `select id from history where account_id = $1 and list_id = $2 and event = 'leads.status_changed'`,
    [user.accountId, list.id],
  )
  expect(rows).toHaveLength(1)
  const body = { undo_token: Number(rows[0]?.id) }
  const undone = await t.call(undoChange, { params: { type: 'people', id: list.id }, body }, user)
  expect(undone.status, JSON.stringify(undone.error)).toBe(200)
  expect(await wonOf(list.id)).toEqual([])
  expect(await readNow(connection)).toBe(0)
  expect(await wonOf(list.id)).toEqual([])

  // Another deal of the same customer is another win.
  hubspot.deal('9003', { contacts: [ann], stage: 'closedwon', isWon: true })
  expect(await readNow(connection)).toBe(1)
  expect(await wonOf(list.id)).toEqual(['ann'])
})

it('a chosen stage of a deal or contact counts as won, and only that', async () => {
  const connection = await connect('hubspot')
  const list = await sentList(connection, ['dan', 'eve'], hubspot.contacts)
  const [dan = '', eve = ''] = list.contacts
  const { signs } = await settings(connection)
  expect(signs.map(({ label }) => label)).toEqual([
    'A deal is won',
    'Deal: Closed won',
    'Deal: Contract sent',
    'Contact: Customer',
  ])
  await save(connection, 'contact:customer')
  Object.assign(hubspot.contacts.get(dan) ?? {}, { lifecyclestage: 'customer' })
  hubspot.deal('9010', { contacts: [eve], stage: 'closedwon', isWon: true })
  expect(await readNow(connection)).toBe(1)
  expect(await wonOf(list.id)).toEqual(['dan'])
  expect(hubspot.violations).toEqual([])
})

it('a connection that fails says why, and goes on in the next round; concurrent rounds mark once', async () => {
  const connection = await connect('pipedrive')
  const list = await sentList(connection, ['fay', 'gus'], pipedrive.contacts)
  await save(connection, 'won')
  pipedrive.deal(71, { person: list.contacts[0] ?? '', status: 'won' })
  pipedrive.deal(72, { person: list.contacts[1] ?? '', stage: 4 })
  await pipedrive.answering({ status: 503 }, () => readAllWins(t.app.ctx))
  expect(await wonOf(list.id)).toEqual([])
  const { rows } = await t.app.database.pool.query(
    'select wins_problem from crm_connection where account_id = $1 and id = $2',
    [user.accountId, connection],
  )
  expect(rows).toEqual([{ wins_problem: 'Pipedrive can’t be reached right now. Try again later' }])
  const counts = await Promise.all([readNow(connection), readNow(connection)])
  expect(counts.toSorted()).toEqual([0, 1])
  expect(await wonOf(list.id)).toEqual(['fay'])
  expect((await settings(connection)).problem).toBeNull()
  await save(connection, 'stage:4')
  expect(await readNow(connection)).toBe(1)
  expect(await wonOf(list.id)).toEqual(['fay', 'gus'])
  await save(connection, null)
  pipedrive.deal(73, { person: list.contacts[0] ?? '', status: 'won' })
  await readAllWins(t.app.ctx)
  expect(await settings(connection)).toMatchObject({ sign: null, won: 2 })
  expect(pipedrive.violations).toEqual([])
})

it('leads that were sent with a connection that is gone come back through the next one of that account', async () => {
  const first = await connect('pipedrive')
  const list = await sentList(first, ['hal'], pipedrive.contacts)
  await t.call(disconnectCrm, { params: { id: first } }, user)
  const second = await connect('pipedrive')
  expect(second).not.toBe(first)
  await save(second, 'won')
  pipedrive.deal(81, { person: list.contacts[0] ?? '', status: 'won' })
  expect(await readNow(second)).toBe(1)
  expect(await wonOf(list.id)).toEqual(['hal'])
})

it('Close: a won opportunity without a contact counts for all contacts of its lead', async () => {
  const connection = await connect('close')
  const list = await sentList(connection, ['ida', 'jan'], close.contacts)
  const [ida = '', jan = ''] = list.contacts
  await save(connection, 'won')
  close.deal('oppo_1', { lead: String(close.contacts.get(ida)?.lead_id), status: 'stat_2', isWon: true })
  close.deal('oppo_2', { contact: jan, status: 'stat_1' })
  expect(await readNow(connection)).toBe(1)
  expect(await wonOf(list.id)).toEqual(['ida'])
  await save(connection, 'status:stat_1')
  expect(await readNow(connection)).toBe(1)
})

it('Salesforce: contacts with a role in a won opportunity, or in one of a stage', async () => {
  const started = await t.call(startCrmConsent, { body: { crm: 'salesforce' } }, user)
  const answer = await fetch(started.body.data.url, { redirect: 'manual' })
  const back = new URL(answer.headers.get('location') ?? '')
  const body = { state: back.searchParams.get('state') ?? '', code: back.searchParams.get('code') ?? '' }
  const { id: connection } = (await t.call(finishCrmConsent, { body }, user)).body.data
  const list = await sentList(connection, ['kim', 'lou'], salesforce.contacts)
  const [kim = '', lou = ''] = list.contacts
  await save(connection, 'won')
  salesforce.deal('006a', { contacts: [kim], stage: 'Closed Won', isWon: true })
  salesforce.deal('006b', { contacts: [lou], stage: 'Proposal' })
  expect(await readNow(connection)).toBe(1)
  expect(await wonOf(list.id)).toEqual(['kim'])
  await save(connection, 'stage:Proposal')
  expect(await readNow(connection)).toBe(1)
})
