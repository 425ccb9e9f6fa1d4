import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leads } from '#contract/leads/leads.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { sharedWebApp } from '#server/testing/shared-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await sharedWebApp()
})
afterAll(() => t.close())

async function withLeads(timeZone: string, moments: string[]) {
  const user = await t.account()
  await t.app.database.db
    .updateTable('account')
    .set({ time_zone: timeZone })
    .where('id', '=', user.accountId)
    .execute()
  const list = await seedList(t, user, { leads: moments.map((addedAt) => ({ addedAt })) })
  return { user, id: list.id }
}

async function momentsOf(list: { user: TestUser; id: number }, body: object): Promise<string[]> {
  const params = { type: 'local', id: list.id } as const
  const answer = await t.call(leads, { params, body: { sort: 'added_at', ...body } }, list.user)
  return answer.body.data.map((lead) => lead.added_at)
}

/**
 * A day in a zone: the first and the last millisecond of it and their neighbours outside.
 * Auckland is 12 or 13 hours ahead; it changes to summer time on 27 September 2026 (a day of 23 hours) and back on
 * 5 April 2026 (25 hours). Berlin goes to summer time on 29 March 2026. Lord Howe moves by half an hour.
 */
const DAYS = [
  ['UTC', '2026-03-29', '2026-03-29T00:00:00.000Z', '2026-03-29T23:59:59.999Z'],
  ['Pacific/Auckland', '2026-07-15', '2026-07-14T12:00:00.000Z', '2026-07-15T11:59:59.999Z'],
  ['Pacific/Auckland', '2026-04-05', '2026-04-04T11:00:00.000Z', '2026-04-05T11:59:59.999Z'],
  ['Pacific/Auckland', '2026-09-27', '2026-09-26T12:00:00.000Z', '2026-09-27T10:59:59.999Z'],
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T21:59:59.999Z'],
  ['America/Los_Angeles', '2026-11-01', '2026-11-01T07:00:00.000Z', '2026-11-02T07:59:59.999Z'],
  ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00:00.000Z', '2026-04-05T13:29:59.999Z'],
] as const

const shifted = (moment: string, ms: number) => new Date(Date.parse(moment) + ms).toISOString()

describe.each(DAYS)('a day in %s, %s', (zone, day, first, last) => {
  it('includes both ends and nothing beyond', async () => {
    const [before, after] = [shifted(first, -1), shifted(last, 1)]
    const list = await withLeads(zone, [before, first, last, after])
    const rule = (operator: string) => ({ custom_search: [{ field: 'added_at', operator, value: day }] })
    expect(await momentsOf(list, { startDate: day, endDate: day })).toEqual([first, last])
    expect(await momentsOf(list, { startDate: day })).toEqual([first, last, after])
    expect(await momentsOf(list, { endDate: day })).toEqual([before, first, last])
    expect(await momentsOf(list, rule('lower'))).toEqual([before])
    expect(await momentsOf(list, rule('greater'))).toEqual([after])
  })
})

describe('days', () => {
  it('may be extreme, in the wrong order, or missing', async () => {
    const moment = '2026-01-01T00:00:00.000Z'
    const list = await withLeads('UTC', [moment])
    expect(await momentsOf(list, { startDate: '0001-01-01', endDate: '9999-12-31' })).toEqual([moment])
    expect(await momentsOf(list, { startDate: '2026-01-02', endDate: '2025-12-31' })).toEqual([])
    expect(await momentsOf(list, { startDate: null, endDate: null })).toEqual([moment])
  })

  it.each([
    '2026-02-29',
    '2026-13-01',
    '0000-01-01',
    '2026-1-1',
    '01.02.2026',
    '',
    'infinity',
    20260101,
    '2026-01-01T00:00:00Z',
  ])('are refused as %j', async (startDate) => {
    const list = await withLeads('UTC', [])
    const params = { type: 'local', id: list.id } as const
    const { status, error } = await t.call(leads, { params, body: { startDate } as never }, list.user)
    expect([status, Object.keys(error.fields)]).toEqual([422, ['startDate']])
  })
})
