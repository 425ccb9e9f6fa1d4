import { expect, test } from 'vitest'
import type { SubscriptionDetails } from '#contract/accounts/subscriptions.ts'
import { actionsFor } from './subscription-action-list.ts'

const subscription = (part: Partial<SubscriptionDetails>) =>
  ({
    state: 'active',
    access: 'full',
    cancel_at: null,
    holds: [],
    period_end: null,
    ...part,
  }) as SubscriptionDetails
const hold = (yours: boolean) => [{ cause: 'reseller' as const, reason: '', at: '', starts_at: '', yours }]

test.each<[string, Partial<SubscriptionDetails>, string]>([
  ['active', {}, 'extend pause mark_past_due hold cancel close'],
  ['going to end', { cancel_at: '2027-01-01' }, 'extend pause mark_past_due hold undo_cancel close'],
  ['paused', { state: 'paused', access: 'locked' }, 'resume hold cancel close'],
  ['past due', { state: 'past_due' }, 'pause mark_paid hold cancel close'],
  ['held by you', { access: 'locked', holds: hold(true) }, 'extend pause mark_past_due release cancel close'],
  [
    'held by others',
    { access: 'locked', holds: hold(false) },
    'extend pause mark_past_due hold cancel close',
  ],
  ['cancelled', { state: 'cancelled', access: 'locked' }, 'reopen close'],
  ['closed', { state: 'cancelled', access: 'closed' }, 'reopen'],
])('the actions on a subscription that is %s', (_name, part, names) => {
  expect(actionsFor(subscription(part)).map(({ name }) => name)).toEqual(names.split(' '))
})
