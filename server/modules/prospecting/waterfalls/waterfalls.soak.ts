import { afterAll, beforeAll, expect, it } from 'vitest'
import { saveWaterfall, startWaterfall, waterfallSteps } from '#contract/prospecting/waterfalls.ts'
import type { LeadToEnrich } from '#server/providers/lead-sources/index.ts'
import { expectSettledBooks } from '#server/testing/books.ts'
import { createFakeEnricher } from '#server/testing/fake-enricher.ts'
import { createFakeVerifier } from '#server/testing/fake-verifier.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

const LEADS = 1000
const SHARES = [3, 4, 5]
const numberOf = ({ name }: LeadToEnrich): number => Number(name?.split(' ')[1])
/** What each fake has answered with a value, by its own book. */
const hits = SHARES.map(() => new Set<string>())
const fakes = SHARES.map((share, at) =>
  createFakeEnricher({ id: `fake-${at}`, enriches: ['email'] }, (lead) => {
    const n = numberOf(lead)
    if (n % share !== 0) return null
    const email = `p${n}@c${n}.example`
    hits[at]?.add(email)
    return { values: { email }, vendorCost: 1 }
  }),
)

let t: TestApp
beforeAll(async () => {
  t = await testApp({
    sources: fakes.map(({ source }) => source),
    emailVerifier: createFakeVerifier(() => 'mailbox_accepted'),
  })
})
afterAll(() => t?.close())

it('a waterfall of 1,000 leads charges exactly what its sources delivered', async () => {
  const user = await t.account({ credits: LEADS })
  const list = await seedList(t, user, {
    type: 'people',
    leads: Array.from({ length: LEADS }, (_, n) => ({
      values: { name: `Person ${n}`, company: `Company ${n}`, domain: `c${n}.example` },
    })),
  })
  const conditions = {
    stop_at: 'any' as const,
    mobile_only: false,
    max_credits_per_lead: null,
    skip_confidence: null,
  }
  const steps = fakes.map((_, at) => ({ source: `fake-${at}` }))
  await t.call(saveWaterfall, { params: { want: 'email' }, body: { steps, conditions, version: 0 } }, user)
  const answer = await t.call(
    startWaterfall,
    { params: { type: 'people', id: list.id }, body: { want: 'email', selection: { filters: {} } } },
    user,
  )
  const run = await t.finished(answer.body.data.run.id, user)
  const delivered = hits.reduce((sum, hit) => sum + hit.size, 0)
  expect(delivered).toBeGreaterThan(LEADS / 3)
  expect(new Set(hits.flatMap((hit) => [...hit])).size).toBe(delivered)
  expect(run).toMatchObject({ state: 'succeeded', cost: delivered, counts: { found: delivered } })
  const reported = (await t.call(waterfallSteps, { params: { id: run.id } }, user)).body.data
  expect(reported.steps.map(({ tried, found, cost }) => [tried, found, cost])).toEqual(
    fakes.map(({ requested: estimate }, at) => [estimate.length, hits[at]?.size, hits[at]?.size]),
  )
  await expectSettledBooks(t.app.database.db, user.accountId)
})
