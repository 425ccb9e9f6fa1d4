import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createBusinessDetails } from '#contract/ai/business-details.ts'
import { download } from '#contract/core/files.ts'
import { deleteLeads, leads, restoreLeads } from '#contract/leads/leads.ts'
import { lists } from '#contract/leads/lists.ts'
import {
  addSuppressions,
  leadNotice,
  leadNotices,
  previewSuppression,
  removeSuppression,
  suppressions,
} from '#contract/privacy/suppression.ts'
import { startVerification, verifications, verifyEmail } from '#contract/prospecting/email-verification.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { createFakeVerifier } from '#server/testing/fake-verifier.ts'
import { openData } from '#server/testing/open-data.ts'
import { type SeedLead, seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let t: TestApp
let user: TestUser
beforeAll(async () => {
  t = await testApp({ emailVerifier: createFakeVerifier(() => 'mailbox_accepted') })
})
beforeEach(async () => {
  user = await t.account({ credits: 10 })
})
afterAll(() => t.close())

const add = async (values: string[], as = user) => {
  const answer = await t.call(addSuppressions, { body: { values } }, as)
  expect(answer.status, JSON.stringify(answer.error)).toBe(200)
  return answer.body.data
}
const entries = async (as = user) => (await t.call(suppressions, {}, as)).body.data
const names = async (id: number, view: 'active' | 'bin' = 'active') =>
  (
    await t.call(leads, { params: { type: 'people', id }, body: view === 'bin' ? { view: 'bin' } : {} }, user)
  ).body.data.map(({ values }) => values.name)
const countsOf = async (id: number) => {
  const row = (await t.call(lists, {}, user)).body.data.find((list) => list.id === id)
  return row?.total
}
const people: SeedLead[] = [
  { values: { name: 'Mail', email: 'Ann@acme.example' } },
  { values: { name: 'Sub', email: 'bo@mail.acme.example' } },
  { values: { name: 'Web', website: 'https://www.shop.acme.example/x?y', domain: 'shop.acme.example' } },
  { values: { name: 'Phone', phone: '+4930901820' } },
  { values: { name: 'Raw', phone: '(503) 226-0102 ext. 9' } },
  { values: { name: 'Trunk', phone: '030 901821' } },
  { values: { name: 'Profile', linkedin_url: 'https://www.linkedin.com/in/cleo' } },
  { values: { name: 'Other', email: 'ann@notacme.example' } },
  { values: { name: 'Dots', email: 'I.vy.Moss@gmail.com' } },
  { values: { name: 'Tag', email: 'ivymoss+news@GoogleMail.com' } },
  { values: { name: 'Outside', email: 'ivy.moss@gmail.example' } },
  { values: { name: 'Plus', email: 'ivymoss+news@gmail.example' } },
]
const seed = () => seedList(t, user, { type: 'people', leads: people })

describe('an entry', () => {
  it.each([
    ['ann@ACME.example', ['Mail']],
    ['https://acme.example/about', ['Mail', 'Sub', 'Web']],
    ['@acme.example', ['Mail', 'Sub', 'Web']],
    ['mail.acme.example', ['Sub']],
    ['+49 (30) 90 18 20', ['Phone']],
    ['+1 503 226 0102', ['Raw']],
    ['+4930901821', ['Trunk']],
    ['http://de.linkedin.com/in/Cleo/?trk=1', ['Profile']],
    ['ivy.moss@gmail.com', ['Dots', 'Tag']],
    ['ivymoss+shop@googlemail.com', ['Dots', 'Tag']],
    ['ivymoss@gmail.example', []],
    ['ivy.moss@gmail.example', ['Outside']],
  ])(
    "%s hides %j, shows first where they are, and keeps the list's numbers correct",
    async (value, hidden) => {
      const { id } = await seed()
      const before = (await t.call(previewSuppression, { body: { values: [value] } }, user)).body.data
      expect(before).toMatchObject({ leads: hidden.length, lists: Math.min(hidden.length, 1), recognised: 1 })
      expect(await add([value])).toMatchObject({ added: 1, leads: hidden.length })
      const left = people.map(({ values }) => values?.name).filter((name) => !hidden.includes(String(name)))
      expect(await names(id)).toEqual(left)
      expect(await names(id, 'bin')).toEqual([])
      expect(await countsOf(id)).toBe(left.length)
      const second = await seed()
      expect(await names(second.id)).toEqual(left)
      const [entry] = await entries()
      const removed = await t.call(removeSuppression, { params: { id: entry?.id as number } }, user)
      expect(removed.body.data.leads).toBe(hidden.length)
      expect(await countsOf(id)).toBe(people.length)
    },
  )

  it('returns leads to any other entry, or to the trash', async () => {
    const { id, leadIds } = await seed()
    const body = { resultIds: [leadIds[1] as number] }
    const undo = (await t.call(deleteLeads, { params: { type: 'people', id }, body }, user)).body.undo_token
    await add(['acme.example'])
    await add(['ann@acme.example'])
    const restored = await t.call(
      restoreLeads,
      { params: { type: 'people', id }, body: { undo_token: undo } as never },
      user,
    )
    expect(restored.body.count).toBe(0)
    const all = await entries()
    const domain = all.find(({ kind }) => kind === 'domain')
    await t.call(removeSuppression, { params: { id: domain?.id as number } }, user)
    expect(await names(id)).toEqual([
      'Web',
      'Phone',
      'Raw',
      'Trunk',
      'Profile',
      'Other',
      'Dots',
      'Tag',
      'Outside',
      'Plus',
    ])
    expect(await names(id, 'bin')).toEqual(['Sub'])
    expect(await countsOf(id)).toBe(10)
  })

  it('is created once by two concurrent calls', async () => {
    const { id } = await seed()
    const both = await Promise.all([
      add(['ann@acme.example', 'x.example']),
      add(['x.example', 'ann@acme.example']),
    ])
    expect(both[0].added + both[1].added).toBe(2)
    expect(both[0].leads + both[1].leads).toBe(1)
    expect(await entries()).toHaveLength(2)
    expect(await countsOf(id)).toBe(people.length - 1)
  })

  it('keeps addresses from being verified, one by one and in lists', async () => {
    await add(['gone.example'])
    const single = await t.call(verifyEmail, { body: { email: 'x@gone.example' } }, user)
    expect([single.status, single.error?.message]).toEqual([409, 'On your suppression list'])
    const emails = ['y@gone.example', 'z@here.example']
    const { id } = (await t.call(startVerification, { body: { emails } }, user)).body.data
    await t.finished(id, user)
    const lines = (await t.call(verifications, { query: { run_id: id } }, user)).body.data
    expect(lines.map(({ email, state }) => [email, state])).toEqual([
      ['On your suppression list', 'invalid'],
      ['z@here.example', 'valid'],
    ])
  })

  it('is one of the four kinds, or is rejected', async () => {
    const data = await add(['a@b.example', ' ', 'no', 'linkedin.com/jobs/7', 'https://github.com/ann', '12'])
    expect(data).toMatchObject({ added: 2, unreadable_count: 3 })
    expect((await entries()).map(({ kind, value }) => [kind, value])).toEqual(
      expect.arrayContaining([
        ['email', 'a@b.example'],
        ['profile', 'github.com/ann'],
      ]),
    )
  })

  it('handles hostile texts without a fault', async () => {
    const file = openData('security/blns/blns.json')
    const collection: string[] = file ? JSON.parse(readFileSync(file, 'utf8')) : []
    const own = [`'"\\%_$1@a.example`, '%@_', '\u202e@a.example', '1e309']
    // The platform rejects NUL and lone surrogates anywhere.
    const all = [...own, ...collection].filter((text) => !text.includes('\u0000') && text.isWellFormed())
    const values = all.map((text) => text.slice(0, 2000).toWellFormed())
    const answer = await t.call(addSuppressions, { body: { values: [...values, 'ok.example'] } }, user)
    expect(answer.status, JSON.stringify(answer.error)).toBe(200)
  })
})

describe('a notice', () => {
  it('says what is stored, where it came from and what the sender must add', async () => {
    const { id, leadIds } = await seed()
    const params = { type: 'people' as const, id, resultId: leadIds[0] as number }
    const { text } = (await t.call(leadNotice, { params }, user)).body
    for (const part of ['Ann@acme.example', 'Article 14', '[postal address]', 'object', 'test'])
      expect(text).toContain(part)
  })

  it('is signed by the business profile where there is one', async () => {
    const { id, leadIds } = await seed()
    const business = {
      name: 'Baker & Sons',
      website: 'baker.example',
      address: '1 Mill Lane\nOxford OX1 1AA',
    }
    await t.call(createBusinessDetails, { body: business }, user)
    const params = { type: 'people' as const, id, resultId: leadIds[0] as number }
    const { text } = (await t.call(leadNotice, { params }, user)).body
    expect(text).toContain('Baker & Sons, 1 Mill Lane, Oxford OX1 1AA, https://baker.example, [email]')
    expect(text).not.toContain('[postal address]')
  })

  it('of many leads is a file with one line each', async () => {
    const { id, leadIds } = await seed()
    const body = { selection: { resultIds: leadIds } }
    const reply = await t.call(leadNotices, { params: { type: 'people', id }, body }, user)
    expect(reply.body.data).toMatchObject({ total: leadIds.length, filename: `notices-list-${id}.csv` })
    const ticket = reply.body.data.url.split('/').at(-1) as string
    const file = await t.call(download, { params: { ticket } })
    const text = String(file.body)
    expect(text.startsWith('name,email,notice')).toBe(true)
    expect(text.match(/Article 14 GDPR/g)).toHaveLength(leadIds.length)
  })
})
