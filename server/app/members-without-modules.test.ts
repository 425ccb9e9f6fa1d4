import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cancelRun, type LiveEvent, run, runs } from '#contract/activity/runs.ts'
import { businessDetails, createBusinessDetails } from '#contract/ai/business-details.ts'
import { openAiKey } from '#contract/ai/open-ai.ts'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { createUpload } from '#contract/core/files.ts'
import { allEndpoints } from '#contract/index.ts'
import { crmConnections } from '#contract/leads/crm.ts'
import { leadSources } from '#contract/sources/lead-sources.ts'
import { accessProblem } from '#server/platform/http/access.ts'
import { publish } from '#server/platform/live-bus.ts'
import { openEvents } from '#server/testing/event-stream.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { getActor, seedList } from '#server/testing/seed-leads.ts'
import { sharedWebApp } from '#server/testing/shared-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'

let t: TestApp
let owner: TestUser
let bare: TestUser
let writer: TestUser
let seller: TestUser
beforeAll(async () => {
  t = await sharedWebApp()
  owner = await t.account({ modules: ['leads', 'ai_suggest'] })
  bare = await t.member(owner, { grantedModules: [] })
  writer = await t.member(owner, { grantedModules: ['ai_suggest'] })
  seller = await t.member(owner, { grantedModules: ['leads'] })
})
afterAll(() => t.close())

const PROFILE = { body: { name: 'Acme' } }
const FILE = { body: { name: 'a.csv', size: 1 } }

describe('a member without any module', () => {
  it.each([
    ['the business profile', businessDetails, {}],
    ['a change of the business profile', createBusinessDetails, PROFILE],
    ['CRM connections', crmConnections, {}],
    ['runs', runs, {}],
    ['a run', run, { params: { id: 1 } }],
    ['stopping a run', cancelRun, { params: { id: 1 } }],
    ['an upload', createUpload, FILE],
    ['keys of lead sources', leadSources, {}],
    ['the language model', openAiKey, {}],
  ] as [string, Endpoint, object][])('is refused %s', async (_what, endpoint, input) => {
    expect((await t.call(endpoint as typeof runs, input as never, bare)).status).toBe(403)
  })

  it('receives events of notifications and credits, but not of runs and lists', async () => {
    const stream = await openEvents(await t.listen(), bare.token)
    await stream.waitFor(({ type }) => type === 'hello')
    await seedList(t, owner)
    const { db } = t.app.database

    await publish(db, { accountId: owner.accountId, kind: 'notification', id: bare.id })
    await stream.waitFor(({ type }) => type === 'notification')
    const others = stream.events.map(({ type }: LiveEvent) => type)
    expect(others).toEqual(['hello', 'notification'])
    stream.leave()
  })

  // Additions to this list are security decisions: see docs/security.md, "Members without modules".
  it("can read their own records, the account's help and product texts", async () => {
    const actor = await getActor(t, bare)
    const open = allEndpoints.filter(
      (endpoint) => endpoint.access !== 'public' && !accessProblem(endpoint, actor),
    )
    const areas = [...new Set(open.map(({ name }) => name.split('.')[0]))].sort()
    expect(areas).toEqual(
      (
        'apiKeys appRequests auth checklist courses events find listTypes logInAs me notificationSettings notifications ' +
        'secondFactor sessions terms topics upgrade wallet'
      ).split(' '),
    )
    expect(open.filter(({ name }) => name.startsWith('wallet')).map(({ name }) => name)).toEqual([
      'wallet.limits',
    ])
  })
})

describe('members with one module', () => {
  it('change the business profile and see runs with either module', async () => {
    expect((await t.call(createBusinessDetails, PROFILE, writer)).status).toBe(201)
    expect((await t.call(businessDetails, {}, seller)).body.data).toMatchObject({ name: 'Acme' })
    for (const member of [writer, seller]) expect((await t.call(runs, {}, member)).status).toBe(200)
  })

  it('see CRM connections only with the module leads', async () => {
    expect((await t.call(crmConnections, {}, writer)).status).toBe(403)
    expect((await t.call(crmConnections, {}, seller)).status).toBe(200)
  })
})

it('an owner keeps the account settings after the account loses its modules', async () => {
  const lost = await t.account({ modules: [] })
  for (const endpoint of [businessDetails, crmConnections, runs, openAiKey] as Endpoint[])
    expect((await t.call(endpoint as typeof runs, {}, lost)).status).toBe(200)
})
