import type { SubscriptionDetails } from '#contract/accounts/subscriptions.ts'
import { formatDay } from '#web/lib/format.ts'

type ActionName =
  | 'extend'
  | 'pause'
  | 'resume'
  | 'mark_past_due'
  | 'mark_paid'
  | 'hold'
  | 'release'
  | 'cancel'
  | 'undo_cancel'
  | 'reopen'
  | 'close'

/** One thing that a seller does with an account, and what is asked before. */
export interface SubscriptionActionLook {
  name: ActionName
  label: string
  text: (one: SubscriptionDetails) => string
  requires?: 'reason' | 'until'
  danger?: true
  /** Whether it can be done now. */
  when: (one: SubscriptionDetails) => boolean
}

const isLiving = ({ state, access }: SubscriptionDetails) => state !== 'cancelled' && access !== 'closed'
const runs = ({ state }: SubscriptionDetails) => state === 'active' || state === 'trialing'

const ACTIONS: readonly SubscriptionActionLook[] = [
  {
    name: 'extend',
    label: 'Extend',
    requires: 'until',
    text: ({ period_end }) =>
      `${period_end ? `The current period ends on ${formatDay(period_end)}. ` : ''}Later periods are counted from the new end. No credits are added.`,
    when: runs,
  },
  {
    name: 'pause',
    label: 'Pause',
    text: () =>
      'The account is locked and gets no credits until you resume it. Its data and credits are kept.',
    when: (one) => isLiving(one) && (runs(one) || one.state === 'past_due'),
  },
  {
    name: 'resume',
    label: 'Resume',
    text: () => 'The account opens again. If its period ended during the pause, a new one begins now.',
    when: ({ state }) => state === 'paused',
  },
  {
    name: 'mark_past_due',
    label: 'Mark as past due',
    requires: 'reason',
    text: () => 'The account becomes read-only and then locked, as your overdue rules say.',
    when: runs,
  },
  {
    name: 'mark_paid',
    label: 'Mark as paid',
    requires: 'reason',
    text: () => 'Lifts what the missing payment keeps the account from. Other holds stay.',
    when: ({ state, holds }) =>
      ['past_due', 'unpaid', 'incomplete'].includes(state) || holds.some(({ cause }) => cause === 'payment'),
  },
  {
    name: 'hold',
    label: 'Put on hold',
    requires: 'reason',
    danger: true,
    text: () => 'The account is locked at once and running work stops. Its people see the reason.',
    when: (one) => isLiving(one) && !one.holds.some(({ yours }) => yours),
  },
  {
    name: 'release',
    label: 'Lift hold',
    text: () => 'The account opens again unless something else keeps it locked.',
    when: ({ holds }) => holds.some(({ yours }) => yours),
  },
  {
    name: 'cancel',
    label: 'Cancel subscription',
    danger: true,
    text: ({ period_end }) =>
      `The account stays open until ${period_end ? formatDay(period_end) : 'the end of its month'} and is locked then. You can undo this until that day.`,
    when: (one) => isLiving(one) && one.cancel_at === null,
  },
  {
    name: 'undo_cancel',
    label: 'Undo cancellation',
    text: () => 'The subscription continues and renews as before.',
    when: ({ state, cancel_at }) => state !== 'cancelled' && cancel_at !== null,
  },
  {
    name: 'reopen',
    label: 'Reopen account',
    text: () => 'The account opens again on its package, with its data and the credits that were left.',
    when: ({ state, access }) => state === 'cancelled' || access === 'closed',
  },
  {
    name: 'close',
    label: 'Close account',
    requires: 'reason',
    danger: true,
    text: () =>
      'Everyone is signed out and running work stops. The owners get an email and can download their data; after the grace period everything is deleted.',
    when: ({ access }) => access !== 'closed',
  },
]

/** What can be done with an account now, in the order of the page. */
export const actionsFor = (one: SubscriptionDetails): readonly SubscriptionActionLook[] =>
  ACTIONS.filter(({ when }) => when(one))
