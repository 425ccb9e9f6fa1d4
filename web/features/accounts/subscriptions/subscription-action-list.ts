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

/** An action on an account, with its confirmation. */
export interface SubscriptionActionTexts {
  name: ActionName
  label: string
  text: (subscription: SubscriptionDetails) => string
  requires?: 'reason' | 'until'
  danger?: true
  /** Whether it is available now. */
  isAvailable: (subscription: SubscriptionDetails) => boolean
}

const isOpenAccount = ({ state, access }: SubscriptionDetails) => state !== 'cancelled' && access !== 'closed'
const runs = ({ state }: SubscriptionDetails) => state === 'active' || state === 'trialing'

const ACTIONS: readonly SubscriptionActionTexts[] = [
  {
    name: 'extend',
    label: 'Extend',
    requires: 'until',
    text: ({ period_end }) =>
      `${period_end ? `The current period ends on ${formatDay(period_end)}. ` : ''}Later periods are counted from the new end. No credits are added.`,
    isAvailable: runs,
  },
  {
    name: 'pause',
    label: 'Pause',
    text: () =>
      'The account is locked and gets no credits until you resume it. Its data and credits are kept.',
    isAvailable: (subscription) =>
      isOpenAccount(subscription) && (runs(subscription) || subscription.state === 'past_due'),
  },
  {
    name: 'resume',
    label: 'Resume',
    text: () => 'The account reopens. If its period ended during the pause, a new one starts now.',
    isAvailable: ({ state }) => state === 'paused',
  },
  {
    name: 'mark_past_due',
    label: 'Mark as past due',
    requires: 'reason',
    text: () => 'The account becomes read-only and then locked, following your overdue rules.',
    isAvailable: runs,
  },
  {
    name: 'mark_paid',
    label: 'Mark as paid',
    requires: 'reason',
    text: () => 'Removes the payment hold. Other holds stay.',
    isAvailable: ({ state, holds }) =>
      ['past_due', 'unpaid', 'incomplete'].includes(state) || holds.some(({ cause }) => cause === 'payment'),
  },
  {
    name: 'hold',
    label: 'Put on hold',
    requires: 'reason',
    danger: true,
    text: () => 'The account is locked at once and active runs stop. Its members see the reason.',
    isAvailable: (subscription) =>
      isOpenAccount(subscription) && !subscription.holds.some(({ yours }) => yours),
  },
  {
    name: 'release',
    label: 'Lift hold',
    text: () => 'The account reopens unless another hold keeps it locked.',
    isAvailable: ({ holds }) => holds.some(({ yours }) => yours),
  },
  {
    name: 'cancel',
    label: 'Cancel subscription',
    danger: true,
    text: ({ period_end }) =>
      `The account stays open until ${period_end ? formatDay(period_end) : 'the end of its month'} and is locked then. You can undo this until that day.`,
    isAvailable: (subscription) => isOpenAccount(subscription) && subscription.cancel_at === null,
  },
  {
    name: 'undo_cancel',
    label: 'Undo cancellation',
    text: () => 'The subscription continues and renews as before.',
    isAvailable: ({ state, cancel_at }) => state !== 'cancelled' && cancel_at !== null,
  },
  {
    name: 'reopen',
    label: 'Reopen account',
    text: () => 'The account reopens on its package, with its data and remaining credits.',
    isAvailable: ({ state, access }) => state === 'cancelled' || access === 'closed',
  },
  {
    name: 'close',
    label: 'Close account',
    requires: 'reason',
    danger: true,
    text: () =>
      'Everyone is signed out and active runs stop. The owners get an email and can download their data; after the grace period everything is deleted.',
    isAvailable: ({ access }) => access !== 'closed',
  },
]

/** Actions available for an account now, in page order. */
export const actionsFor = (subscription: SubscriptionDetails): readonly SubscriptionActionTexts[] =>
  ACTIONS.filter(({ isAvailable }) => isAvailable(subscription))
