import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leadScore, scoreLeads, scoreReadiness } from '#contract/ai/lead-scores.ts'
import { setLeadStatus } from '#contract/leads/lead-edits.ts'
import { leads as leadPage } from '#contract/leads/leads.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { refreshAllLeadScores } from './lead-scores.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

const CATEGORIES = ['craft/brewery', 'amenity/cafe']
const REGIONS = ['Oregon', 'Texas']
const VALUES = Array.from({ length: 80 }, (_, at) => ({
  name: `Place ${at}`,
  category: CATEGORIES[at % 2] as string,
  region: REGIONS[Math.floor(at / 2) % 2] as string,
  country: 'US',
}))

const setWon = (user: TestUser, ids: readonly number[]) =>
  t.app.database.db
    .updateTable('lead')
    .set({ lead_status: 'won' })
    .where('account_id', '=', user.accountId)
    .where('id', 'in', ids)
    .execute()

/** A list with `won` breweries of Oregon marked as won. */
async function listWith(won: number) {
  const user = await t.account()
  const list = await seedList(t, user, { leads: VALUES.map((values) => ({ values })) })
  const fitting = list.leadIds.filter((_, at) => at % 4 === 0)
  await setWon(user, fitting.slice(0, won))
  return { user, ...list, fitting }
}
const sorted = async (user: TestUser, id: number, body: object) =>
  (await t.call(leadPage, { params: { type: 'local', id }, body: { limit: 100, ...body } }, user)).body.data

describe('lead scores', () => {
  it('are off below 20 won leads, and say so', async () => {
    const { user, id, leadIds } = await listWith(19)
    const { status, error } = await t.call(scoreLeads, { params: { id } }, user)
    expect([status, error.code, error.message]).toEqual([
      409,
      'conflict',
      'Scores need 20 won leads of this type. You have 19. Set the status of more leads to Won',
    ])
    const ready = await t.call(scoreReadiness, { params: { id } }, user)
    expect(ready.body.data).toEqual({ won: 19, refusal: error.message })
    await setWon(user, leadIds)
    const now = await t.call(scoreReadiness, { params: { id } }, user)
    expect(now.body.data).toEqual({ won: 80, refusal: null })
    await t.app.database.db
      .updateTable('lead')
      .set({ lead_status: 'new' })
      .where('account_id', '=', user.accountId)
      .execute()
    await refreshAllLeadScores(t.app.ctx)
    const params = { type: 'local' as const, id, resultId: leadIds[0] as number }
    expect((await t.call(leadScore, { params }, user)).body.data).toEqual({
      score: null,
      computed_at: null,
      reasons: [],
    })
  })

  it('rank leads like the won ones first, as a column, a filter and a sort order, with reasons', async () => {
    const { user, id, fitting } = await listWith(20)
    const started = await t.call(scoreLeads, { params: { id } }, user)
    const run = await t.finished(started.body.data.id, user)
    expect([run.state, run.counts.scored, run.cost]).toEqual(['succeeded', 80, 0])
    const rows = await sorted(user, id, { sort: '-score' })
    expect(new Set(rows.slice(0, 20).map((row) => row.id))).toEqual(new Set(fitting))
    expect(rows[0]?.values.score).toBeGreaterThan(50)
    expect(rows.at(-1)?.values.score).toBeLessThan(50)
    const above = [{ field: 'score', operator: 'greater', value: 50 }]
    const filtered = await sorted(user, id, { custom_search: above })
    expect(filtered.every(({ values }) => Number(values.score) > 50)).toBe(true)
    const params = { type: 'local' as const, id, resultId: fitting[0] as number }
    const { reasons } = (await t.call(leadScore, { params }, user)).body.data
    expect(reasons.map(({ text, leads, won }) => [text, leads, won])).toEqual(
      expect.arrayContaining([
        ['Oregon', 40, 20],
        ['Craft Brewery', 40, 20],
      ]),
    )
  })

  it('are recomputed each night, and removed when too few won leads are left', async () => {
    const { user, id, fitting } = await listWith(20)
    await refreshAllLeadScores(t.app.ctx)
    expect((await sorted(user, id, {}))[0]?.values.score).toBeGreaterThan(50)
    await t.app.database.db
      .updateTable('lead')
      .set({ lead_status: 'new' })
      .where('account_id', '=', user.accountId)
      .where('id', '=', fitting[0] as number)
      .execute()
    await refreshAllLeadScores(t.app.ctx)
    expect((await sorted(user, id, {}))[0]?.values.score).toBeUndefined()
  })

  it('belong to their account: others find nothing, and their leads change nothing', async () => {
    const { id, leadIds } = await listWith(20)
    const other = await t.account()
    expect((await t.call(scoreLeads, { params: { id } }, other)).status).toBe(404)
    const params = { type: 'local' as const, id, resultId: leadIds[0] as number }
    expect((await t.call(leadScore, { params }, other)).status).toBe(404)
  })
})

describe('signals in scores', () => {
  const seen = (at: string) => ({
    default: { source: 'test', method: 'signal', confidence: 1, observed_at: at },
  })
  const BEFORE = '2026-01-02T03:04:05.000Z'
  const LATER = new Date(Date.now() + 86_400_000).toISOString()

  /** Places of one kind, of which the first 20 are won; `known` says whether a lead has no online booking. */
  async function scored(known: (at: number) => string | null, observed = BEFORE) {
    const user = await t.account()
    const leads = Array.from({ length: 80 }, (_, at) => ({
      values: { name: `Place ${at}`, category: 'amenity/cafe', country: 'US', no_booking: known(at) },
      provenance: seen(observed),
    }))
    const { id, leadIds } = await seedList(t, user, { leads })
    const body = { selection: { resultIds: leadIds.slice(0, 20) }, status: 'won' as const }
    await t.call(setLeadStatus, { params: { type: 'local', id }, body }, user)
    await refreshAllLeadScores(t.app.ctx)
    const params = { type: 'local' as const, id, resultId: leadIds[0] as number }
    const { reasons } = (await t.call(leadScore, { params }, user)).body.data
    const rows = await sorted(user, id, { sort: '-score' })
    return { reason: reasons.find(({ field }) => field === 'no_booking'), rows }
  }

  it('count where won leads have them more often, and rank others that have them', async () => {
    const { reason, rows } = await scored((at) => (at < 18 || (at >= 70 && at < 76) ? 'yes' : 'no'))
    expect(reason).toMatchObject({ label: 'No online booking', text: 'yes', leads: 24, won: 18 })
    expect(reason?.weight).toBeGreaterThan(0)
    expect(rows.slice(0, 24).every(({ values }) => values.no_booking === 'yes')).toBe(true)
  })

  it('count for nothing where they are as frequent among all', async () => {
    expect((await scored((at) => (at % 2 === 0 ? 'yes' : 'no'))).reason).toBeUndefined()
  })

  it('say nothing by being known: unknown is not no', async () => {
    expect((await scored((at) => (at < 20 || at >= 60 ? 'yes' : null))).reason).toBeUndefined()
  })

  it('of a won lead count only if they were seen before it was won', async () => {
    const { reason } = await scored((at) => (at < 18 ? 'no' : 'yes'), LATER)
    expect(reason).toBeUndefined()
  })
})
