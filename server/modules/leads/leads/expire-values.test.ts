import { afterAll, beforeAll, expect, it } from 'vitest'
import { leads } from '#contract/leads/leads.ts'
import { expireLeadValues } from '#server/modules/leads/exports/index.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: ['web'] })
})
afterAll(() => t.close())

const DAY_MS = 86_400_000
/** The terms of Google Places allow 30 days. */
const origin = (observed_at: string) => ({
  source: 'google-places',
  url: null,
  method: 'api',
  confidence: 1,
  observed_at,
  licence: null,
  record: null,
})

it('a value expires on its own day, whatever else its lead or list has', async () => {
  const user = await t.account()
  const [early, late] = [new Date('2026-01-01T00:00:00Z'), new Date('2026-01-11T00:00:00Z')]
  const provenance = {
    default: origin(early.toISOString()),
    fields: { phone: origin(late.toISOString()) },
  } as never
  const { id } = await seedList(t, user, {
    leads: [{ values: { name: 'Bakery', city: 'Leeds', phone: '+441134960000' }, provenance }],
  })
  const valuesOn = async (now: number) => {
    await expireLeadValues(t.app.ctx, new Date(now))
    const [row] = (await t.call(leads, { params: { type: 'local', id }, body: {} }, user)).body.data
    const { name, city, phone } = row?.values ?? {}
    return { name, city, phone }
  }
  const all = { name: 'Bakery', city: 'Leeds', phone: '+441134960000' }
  expect(await valuesOn(early.getTime() + 30 * DAY_MS - 1)).toEqual(all)
  expect(await valuesOn(early.getTime() + 30 * DAY_MS)).toEqual({ phone: all.phone })
  expect(await valuesOn(late.getTime() + 30 * DAY_MS - 1)).toEqual({ phone: all.phone })
  expect(await valuesOn(late.getTime() + 30 * DAY_MS)).toEqual({})
})
