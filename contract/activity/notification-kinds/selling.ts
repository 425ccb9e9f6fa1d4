import { counted } from '../../core/plural.ts'
import { define } from './define.ts'

/** Notifications about what a reseller sells and under which brand. */
export const sellingNotifications = {
  kit_offered: define<{
    account_id: number
    account: string
    kit_id: number
    kit: string
    package: string
    at: string
  }>({
    label: 'Kit for a changed package',
    description: 'A customer has changed to a package whose kit it doesn’t have. For owners of the account.',
    level: 'info',
    // Each change notifies, also back to a package of before.
    event: ({ account_id, kit_id, at }) => `kit-offer:${account_id}:${kit_id}:${at}`,
    title: ({ account, kit }) => `Roll the kit ${kit} out to ${account}?`,
    text: ({ account, package: name }) =>
      `${account} is on ${name} now. Nothing has changed in the account yet: see first what the kit would change there.`,
    link: ({ account_id, kit_id }) => `/whitelabel/kits/${kit_id}/roll-out?account=${account_id}`,
    channels: { in_app: true, mail: 'daily' },
  }),
  kit_refused: define<{ account_id: number; account: string; kit: string; problem: string }>({
    label: 'Kit not applied',
    description: 'A new customer of a package didn’t get its kit. For owners of the account.',
    level: 'warning',
    event: ({ account_id }) => `kit:${account_id}`,
    title: ({ account, kit }) => `${account} didn’t get the kit ${kit}`,
    text: ({ problem }) => problem,
    link: () => '/whitelabel/packages',
    channels: { in_app: true, mail: 'now' },
  }),
  package_requested: define<{
    package_id: number
    package: string
    name: string
    email: string
    note: string
  }>({
    label: 'Package requested',
    description: 'Someone requested one of your packages. For owners of the account.',
    level: 'info',
    // A second request with other content notifies again.
    event: ({ package_id, email, note }) => `package:${package_id}:${email}:${note}`,
    title: ({ package: name }) => `${name} was requested`,
    text: ({ name, email, note }) => `${name} (${email})${note ? `: ${note}` : ''}`,
    link: () => '/whitelabel/packages',
    channels: { in_app: true, mail: 'now' },
  }),
  pool_low: define<{
    available: number
    /** Given to customers in the last 30 days. */
    given: number
    /** Credits that customers have requested. */
    waiting: number
    /** The most credits that one sale needs; missing in older ones. */
    largest?: number
    month: string
  }>({
    label: 'Credits for customers low',
    description:
      'You have fewer credits than you gave your customers in the last 30 days or than two more sales need, or customers are waiting for credits. For people with wallet access.',
    level: 'warning',
    event: ({ month, waiting, available, largest = 0 }) =>
      `pool:${month}:${waiting > 0 ? 'empty' : available < largest ? 'short' : 'low'}`,
    title: ({ waiting, available, largest = 0 }) =>
      waiting > 0
        ? 'Customers are waiting for credits'
        : available < largest
          ? 'Too few credits to sell'
          : 'Credits for your customers are low',
    text: ({ available, given, waiting, largest = 0 }) =>
      waiting > 0
        ? `${counted(available, 'credit')} left, and ${counted(waiting, 'credit')} are waiting. They are delivered as soon as you have enough.`
        : available < largest
          ? `${counted(available, 'credit')} left. Packages and top-ups with more, up to ${counted(largest, 'credit')}, can only be requested until you have enough.`
          : largest > 0 && available < 2 * largest
            ? `${counted(available, 'credit')} left, and your largest package or top-up on sale needs ${counted(largest, 'credit')}. Get more before they can’t be sold.`
            : `${counted(available, 'credit')} left. You gave your customers ${counted(given, 'credit')} in the last 30 days.`,
    link: () => '/wallet',
    channels: { in_app: true, mail: 'now' },
  }),
  payment_problem: define<{ kind: string; external_id: string; message: string }>({
    label: 'Payment problem',
    description:
      'A payment of a customer differs from your books, such as one that brought nothing. For owners of the account.',
    level: 'warning',
    event: ({ kind, external_id }) => `payment-problem:${kind}:${external_id}`,
    title: () => 'A payment needs your attention',
    text: ({ message }) => `${message}. See what you can do about it under Stripe, Problems.`,
    link: () => '/whitelabel/stripe?tab=problems',
    channels: { in_app: true, mail: 'now' },
  }),
  domain_failing: define<{ host: string; since: string; day: number; dark_day: string }>({
    label: 'Domain check failed',
    description:
      'The DNS record of one of your domains is missing, after 1, 7 and 14 days. After 30 days the domain stops working.',
    level: 'warning',
    event: ({ host, since, day }) => `domain:${host}:${since}:${day}`,
    title: ({ host }) => `The record of ${host} is missing`,
    text: ({ dark_day }) =>
      `Add it again at your DNS provider. Without it, the domain stops working on ${dark_day}.`,
    link: () => '/whitelabel/business-account',
    channels: { in_app: true, mail: 'now' },
  }),
  domain_lost: define<{ host: string; since: string }>({
    label: 'Domain lost',
    description:
      'The DNS record of one of your domains was missing for 30 days, and the domain stopped working.',
    level: 'error',
    event: ({ host, since }) => `domain-lost:${host}:${since}`,
    title: ({ host }) => `${host} stopped working`,
    text: () => 'Its DNS record was missing for 30 days. Add it again and verify the domain to use it.',
    link: () => '/whitelabel/business-account',
    channels: { in_app: true, mail: 'now' },
  }),
  mail_paused: define<{ since: string }>({
    label: 'Sending paused',
    description: 'Too many emails to your customers bounced, so only security and billing emails are sent.',
    level: 'error',
    event: ({ since }) => `mail-paused:${since}`,
    title: () => 'Sending to your customers is paused',
    text: () =>
      'More than 5% of your emails in a day went to addresses that don’t exist. Check your sent emails, then resume sending.',
    link: () => '/whitelabel/smtp',
    channels: { in_app: true, mail: 'now' },
  }),
} as const
