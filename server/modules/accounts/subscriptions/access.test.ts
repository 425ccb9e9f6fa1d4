import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BILLING_STATES, HOLD_CAUSES } from '#contract/accounts/subscriptions.ts'
import { boundary, periodAt } from '#server/modules/accounts/plans/index.ts'
import { type AccessFacts, DEFAULT_POLICY, decideAccess } from './access.ts'

const NOW = new Date('2026-03-15T12:00:00Z')
const days = (count: number) => new Date(NOW.getTime() + count * 86_400_000)
const facts = (changed: Partial<AccessFacts> = {}): AccessFacts => ({
  state: 'active',
  pastDueSince: null,
  periodEnd: days(10),
  policy: { read_only_after_days: 7, locked_after_days: 21 },
  holds: [],
  isClosed: false,
  ...changed,
})
const hold = (cause: AccessFacts['holds'][number]['cause'], startsAt = NOW) => ({ cause, startsAt })

test.each<[string, Partial<AccessFacts>, string, Date | null]>([
  ['active', {}, 'full', null],
  ['a trial', { state: 'trialing' }, 'full', null],
  ['incomplete', { state: 'incomplete' }, 'locked', null],
  ['unpaid', { state: 'unpaid' }, 'locked', null],
  ['paused', { state: 'paused' }, 'locked', null],
  ['cancelled', { state: 'cancelled' }, 'locked', null],
  ['just past due', { state: 'past_due', pastDueSince: days(-6) }, 'full', days(1)],
  [
    'past due for the first number of days',
    { state: 'past_due', pastDueSince: days(-7) },
    'read_only',
    days(14),
  ],
  ['past due for the second', { state: 'past_due', pastDueSince: days(-21) }, 'locked', null],
  ['unverified, paid through', { state: 'unverified' }, 'full', days(10)],
  ['unverified, not paid through', { state: 'unverified', periodEnd: days(-1) }, 'read_only', null],
  ['a payment hold', { holds: [hold('payment')] }, 'locked', null],
  ['a reseller hold', { holds: [hold('reseller')] }, 'locked', null],
  ['a staff hold', { holds: [hold('staff')] }, 'locked', null],
  ['a dispute', { holds: [hold('dispute')] }, 'read_only', null],
  ['a locked seller, with notice', { holds: [hold('parent', days(14))] }, 'full', days(14)],
  ['a locked seller, after it', { holds: [hold('parent')] }, 'read_only', null],
  [
    'the worst of several',
    { state: 'past_due', pastDueSince: days(-8), holds: [hold('staff')] },
    'locked',
    days(13),
  ],
  ['closed, whatever else', { isClosed: true, holds: [hold('staff')] }, 'closed', null],
])('the access of an account: %s', (_name, changed, access, checkAt) => {
  expect(decideAccess(facts(changed), NOW)).toEqual({ access, checkAt })
})

test('access never improves with time alone, and a hold never improves it', () => {
  const severity = ['full', 'read_only', 'locked', 'closed']
  const moment = fc.integer({ min: -60, max: 60 }).map(days)
  const any = fc.record({
    state: fc.constantFrom(...BILLING_STATES),
    pastDueSince: moment,
    periodEnd: moment,
    policy: fc.constant(DEFAULT_POLICY),
    holds: fc.array(fc.record({ cause: fc.constantFrom(...HOLD_CAUSES), startsAt: moment })),
    isClosed: fc.constant(false),
  })
  fc.assert(
    fc.property(any, moment, moment, (facts, one, other) => {
      const [first, then] = one < other ? [one, other] : [other, one]
      const at = (when: Date, of: AccessFacts) => severity.indexOf(decideAccess(of, when).access)
      expect(at(then, facts)).toBeGreaterThanOrEqual(at(first, facts))
      expect(at(first, facts)).toBeGreaterThanOrEqual(at(first, { ...facts, holds: [] }))
      const { access, checkAt } = decideAccess(facts, first)
      if (checkAt && then < checkAt) expect(decideAccess(facts, then).access).toBe(access)
    }),
  )
})

test('months are counted from the anchor', () => {
  const anchor = new Date('2026-01-31T10:00:00Z')
  const day = (count: number) => boundary(anchor, 'month', count).toISOString().slice(0, 10)
  expect([1, 2, 3].map(day)).toEqual(['2026-02-28', '2026-03-31', '2026-04-30'])
  const leap = new Date('2028-02-29T00:00:00Z')
  expect(boundary(leap, 'year', 1).toISOString().slice(0, 10)).toBe('2029-02-28')
  expect(boundary(leap, 'year', 4).toISOString().slice(0, 10)).toBe('2032-02-29')
})

test('every moment is in exactly one period', () => {
  const any = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(any, any, fc.constantFrom('month', 'year'), (anchor, now, period) => {
      const { start, end } = periodAt(anchor, period, now)
      expect(now < end).toBe(true)
      expect(now >= start || start.getTime() === anchor.getTime()).toBe(true)
      expect(periodAt(anchor, period, end).start).toEqual(end)
    }),
  )
})
