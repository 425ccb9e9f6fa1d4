import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { showLead } from '#contract/leads/leads.ts'
import { findEmail } from '#contract/prospecting/email-finder.ts'
import { expectSettledBooks } from '#server/testing/books.ts'
import { createFakeEnricher } from '#server/testing/fake-enricher.ts'
import { createFakeVerifier } from '#server/testing/fake-verifier.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

const fake = createFakeEnricher(
  { id: 'website', label: 'Fake', enriches: ['email'] },
  ({ name, domain }) => (name === 'Ann Lee' ? { values: { email: `ann@${domain}` } } : null),
  { verify: async (address) => ({ state: address.startsWith('ann') ? 'valid' : 'unknown', reason: 'ok' }) },
)
const verifier = createFakeVerifier(() => 'accepts_everything')

let t: TestApp
beforeAll(async () => {
  t = await testApp({ sources: [fake.source], emailVerifier: verifier })
})
afterAll(() => t?.close())

describe('the email finder', () => {
  it("finds one person's address, queries a vendor when ours is in doubt, and charges once", async () => {
    const user = await t.account()
    const requested = { body: { name: 'Ann Lee', domain: 'https://www.acme.example/about' } }
    const answer = await t.call(findEmail, requested, user)
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    const { list_id, lead_id, run } = answer.body.data
    const done = await t.finished(run?.id as number, user)
    expect(done).toMatchObject({ cost: 1, counts: { found: 1 } })
    const lead = await t.call(showLead, { params: { type: 'people', id: list_id, resultId: lead_id } }, user)
    expect(lead.body.data.values).toMatchObject({ email: 'ann@acme.example', email_state: 'valid' })
    const second = await t.call(findEmail, requested, user)
    expect(second.body.data).toEqual({ list_id, lead_id, run: null })
    await expectSettledBooks(t.app.database.db, user.accountId)
  })

  it("costs nothing for a miss, and shows the domain's pattern", async () => {
    const user = await t.account()
    const miss = await t.call(findEmail, { body: { name: 'Nobody', domain: 'acme.example' } }, user)
    expect(await t.finished(miss.body.data.run?.id as number, user)).toMatchObject({
      cost: 0,
      counts: { not_found: 1 },
    })
    const wrong = await t.call(findEmail, { body: { name: 'Ann', domain: 'not a domain' } }, user)
    expect(wrong.status).toBe(422)
  })
})
