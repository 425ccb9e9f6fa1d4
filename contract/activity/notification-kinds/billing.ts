import { moneyText } from '../../core/money.ts'
import { counted } from '../../core/plural.ts'
import { define } from './define.ts'

/** Notifications about credits, payments and what an account may do. */
export const billingNotifications = {
  credits_low: define<{
    available: number
    granted: number
    /** The account's own low-balance threshold, and when it was set; null: a tenth of the granted credits. */
    threshold: number | null
    since: string | null
  }>({
    label: 'Credits low',
    description:
      'Your credits dropped below the number set in the billing portal, or below a tenth of all credits granted. For people with wallet access.',
    level: 'warning',
    event: ({ granted, since }) => (since === null ? `granted:${granted}` : `alert:${since}`),
    title: () => 'Credits are low',
    text: ({ available, threshold }) =>
      threshold == null
        ? `${counted(available, 'credit')} left.`
        : `${counted(available, 'credit')} left, below your alert of ${counted(threshold, 'credit')}.`,
    link: () => '/wallet',
    channels: { in_app: true, mail: 'now' },
  }),
  payment_failed: define<{ key: string; amount_minor: number; currency: string; pay_url: string | null }>({
    label: 'Payment failed',
    description:
      'A payment for your package or an automatic recharge failed. For owners of the account. The first failure is always emailed; this is about further attempts.',
    level: 'error',
    event: ({ key }) => `payment:${key}`,
    title: () => 'A payment failed',
    text: ({ amount_minor, currency }) =>
      `${moneyText(amount_minor, currency.toUpperCase())} could not be charged. Update your payment method or pay in the billing portal.`,
    link: () => '/billing-portal',
    channels: { in_app: true, mail: 'off' },
  }),
  card_expiring: define<{ card: string; month: string; reason: 'expires' | 'removed' }>({
    label: 'Card expires',
    description:
      'The card that pays for your package expires soon or was removed. For owners of the account.',
    level: 'warning',
    event: ({ card, month, reason }) => `card:${card}:${month}:${reason}`,
    title: ({ reason }) => (reason === 'removed' ? 'Payment method removed' : 'Your card expires soon'),
    text: ({ card, month, reason }) =>
      reason === 'removed'
        ? 'Your package no longer has a payment method. Add one in the billing portal before the next payment.'
        : `The card ending in ${card} expires in ${month}. Add a new one in the billing portal before the next payment.`,
    link: () => '/billing-portal',
    channels: { in_app: true, mail: 'now' },
  }),
  access_changed: define<{ at: string; access: 'full' | 'read_only' | 'locked'; message: string | null }>({
    label: 'Account access changed',
    description:
      'Your account was locked, made read-only or reopened, or will be soon. For owners of the account.',
    level: 'warning',
    event: ({ at, access }) => `access:${access}:${at}`,
    title: ({ access, message }) =>
      access === 'locked'
        ? 'Your account is locked'
        : access === 'read_only'
          ? 'Your account is read-only'
          : message === null
            ? 'Your account has full access again'
            : 'Your account will become read-only',
    text: ({ message }) => message ?? 'Everyone on your team can work again.',
    link: () => '/wallet',
    channels: { in_app: true, mail: 'now' },
  }),
} as const
