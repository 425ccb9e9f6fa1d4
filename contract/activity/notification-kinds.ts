import { moneyText } from '../core/money.ts'

/** How urgent a notification is. */
export const NOTIFICATION_LEVELS = ['info', 'success', 'warning', 'error'] as const
export type NotificationLevel = (typeof NOTIFICATION_LEVELS)[number]

/** Email delivery: never, at once, or in the daily summary at eight in the morning. */
export const MAIL_CHANNELS = ['off', 'now', 'daily'] as const
export type MailChannel = (typeof MAIL_CHANNELS)[number]

/** Facts about the event; no secrets. */
export type NotificationDetail = Record<string, string | number | null>

/** A kind of event that people are notified of. Texts are plain; names chosen by people come from `detail`. */
export interface NotificationKind<Detail extends NotificationDetail = NotificationDetail> {
  /** Settings label: name of the kind, and when it is sent. */
  label: string
  description: string
  level: NotificationLevel
  /** Key of the event, so that nobody is notified of it twice. */
  event(detail: Detail): string
  title(detail: Detail): string
  text(detail: Detail): string
  /** Address within the application that shows it. */
  link(detail: Detail): string
  channels: { in_app: boolean; mail: MailChannel }
}

const define = <Detail extends NotificationDetail>(kind: NotificationKind<Detail>) => kind

const count = (value: number, word: string) =>
  `${value.toLocaleString('en')} ${word}${value === 1 ? '' : 's'}`

interface RunFacts extends NotificationDetail {
  run_id: number
  title: string
  /** The list of the run; both are null without one. */
  list_id: number | null
  list_type: string | null
}

/** The list of a run, or the verification page for a run without one. */
const runLink = ({ list_id, list_type }: RunFacts) =>
  list_id === null || list_type === null
    ? '/lead-search/email-verification'
    : `/saved-lists/${list_type}-${list_id}`

/** Every kind. A new one is one entry here and a call of `notify` where the event happens. */
export const NOTIFICATION_KINDS = {
  run_finished: define<RunFacts & { done: number }>({
    label: 'Run finished',
    description: 'A run of yours that took more than half a minute, or was scheduled, has finished.',
    level: 'success',
    event: ({ run_id }) => `run:${run_id}`,
    title: ({ title }) => `${title} is done`,
    text: ({ done }) => `${count(done, 'item')} processed.`,
    link: runLink,
    channels: { in_app: true, mail: 'off' },
  }),
  run_failed: define<RunFacts & { reason: string }>({
    label: 'Run failed',
    description: 'A run of yours that took more than half a minute, or was scheduled, has failed.',
    level: 'error',
    event: ({ run_id }) => `run:${run_id}`,
    title: ({ title }) => `${title} failed`,
    text: ({ reason }) => reason,
    link: runLink,
    channels: { in_app: true, mail: 'now' },
  }),
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
        ? `${count(available, 'credit')} left.`
        : `${count(available, 'credit')} left, below your alert of ${count(threshold, 'credit')}.`,
    link: () => '/wallet',
    channels: { in_app: true, mail: 'now' },
  }),
  payment_failed: define<{ key: string; amount_minor: number; currency: string; pay_url: string | null }>({
    label: 'Payment failed',
    description: 'A payment for your package or an automatic recharge failed. For owners of the account.',
    level: 'error',
    event: ({ key }) => `payment:${key}`,
    title: () => 'A payment failed',
    text: ({ amount_minor, currency }) =>
      `${moneyText(amount_minor, currency.toUpperCase())} could not be charged. Update your payment method or pay in the billing portal.`,
    link: () => '/billing-portal',
    channels: { in_app: true, mail: 'now' },
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
    month: string
  }>({
    label: 'Credits for customers low',
    description:
      'You have fewer credits than you gave your customers in the last 30 days, or customers are waiting for credits. For people with wallet access.',
    level: 'warning',
    event: ({ month, waiting }) => `pool:${month}:${waiting > 0 ? 'empty' : 'low'}`,
    title: ({ waiting }) =>
      waiting > 0 ? 'Customers are waiting for credits' : 'Credits for your customers are low',
    text: ({ available, given, waiting }) =>
      waiting > 0
        ? `${count(available, 'credit')} left, and ${count(waiting, 'credit')} are waiting. They are delivered as soon as you have enough.`
        : `${count(available, 'credit')} left. You gave your customers ${count(given, 'credit')} in the last 30 days.`,
    link: () => '/wallet',
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
  source_parked: define<{ source: string; name: string; since: string; reason: string }>({
    label: 'Source paused',
    description:
      'The vendor of a lead source rejected your key, or your plan with the vendor is used up. For owners of the account.',
    level: 'warning',
    event: ({ source, since }) => `${source}:${since}`,
    title: ({ name }) => `${name} is paused`,
    text: ({ reason }) => reason,
    link: () => '/integration/sources',
    channels: { in_app: true, mail: 'daily' },
  }),
  crm_refused: define<{ connection_id: number; name: string; since: string; reason: string }>({
    label: 'CRM disconnected',
    description:
      'A CRM rejected its connection. Pushes wait until you reconnect it. For owners of the account.',
    level: 'error',
    event: ({ connection_id, since }) => `crm:${connection_id}:${since}`,
    title: ({ name }) => `${name} needs to be reconnected`,
    text: ({ reason }) => `${reason}. Pushes are waiting and resume once you reconnect.`,
    link: () => '/integration/crm',
    channels: { in_app: true, mail: 'now' },
  }),
  webhook_off: define<{
    webhook_id: number
    since: string
    name: string
    address: string
    reason: 'gone' | 'failing'
  }>({
    label: 'Webhook turned off',
    description: 'Deliveries to a webhook failed for too long and it was turned off.',
    level: 'error',
    event: ({ webhook_id, since }) => `webhook:${webhook_id}:${since}`,
    title: ({ name }) => `The webhook ${name} was turned off`,
    text: ({ address, reason }) =>
      reason === 'gone'
        ? `${address} returned 410 (gone). Turn the webhook on again if it should get events.`
        : `Every delivery to ${address} failed for five days. Once the receiver works again, turn the webhook on. You can resend failed deliveries.`,
    link: () => '/integration/webhook',
    channels: { in_app: true, mail: 'now' },
  }),
  autopilot_paused: define<{ autopilot_id: number; since: string; name: string; reason: string }>({
    label: 'Autopilot paused',
    description:
      'One of your autopilots was paused: nothing new was found, credits ran out or a source failed.',
    level: 'warning',
    event: ({ autopilot_id, since }) => `autopilot:${autopilot_id}:${since}`,
    title: ({ name }) => `The autopilot ${name} is paused`,
    text: ({ reason }) => reason,
    link: ({ autopilot_id }) => `/lead-search/autopilot?autopilot=${autopilot_id}`,
    channels: { in_app: true, mail: 'now' },
  }),
  autopilot_exhausted: define<{ autopilot_id: number; since: string; name: string; matched: number }>({
    label: 'Search exhausted',
    description: 'All matches of one of your autopilots are already in your lists.',
    level: 'info',
    event: ({ autopilot_id, since }) => `autopilot:${autopilot_id}:exhausted:${since}`,
    title: ({ name }) => `The autopilot ${name} found nothing new`,
    text: ({ matched }) =>
      `All matches (${count(matched, 'lead')}) are already in your lists. Widen the search to get more.`,
    link: ({ autopilot_id }) => `/lead-search/autopilot?autopilot=${autopilot_id}`,
    channels: { in_app: true, mail: 'daily' },
  }),
  audit_broken: define<{
    account_id: number | null
    seq: number | null
    checkpoint: number | null
    kind: string
    reason: string
  }>({
    label: 'Audit log broken',
    description: 'The nightly check found a changed or removed audit entry. For administrators.',
    level: 'error',
    event: ({ account_id, seq, checkpoint, kind }) => `audit:${account_id}:${seq}:${checkpoint}:${kind}`,
    title: () => 'The audit log is broken',
    text: ({ reason }) => `${reason}. Run the command audit verify for the full report.`,
    link: () => '/notifications',
    channels: { in_app: true, mail: 'now' },
  }),
  new_device: define<{ session_id: number; device: string; ip: string }>({
    label: 'Sign-in from a new device',
    description: 'Someone signed in to your account from a browser or program you haven’t used before.',
    level: 'warning',
    event: ({ session_id }) => `session:${session_id}`,
    title: ({ device }) => `New sign-in: ${device}`,
    text: ({ ip }) => `From IP address ${ip}. If this wasn’t you, end the session and change your password.`,
    link: () => '/profile-settings/sessions',
    channels: { in_app: true, mail: 'now' },
  }),
  logged_in_as: define<{ visit_id: number; name: string; reason: string }>({
    label: 'Someone logged in as you',
    description: 'Support staff or your reseller opened your account to look at it.',
    level: 'warning',
    event: ({ visit_id }) => `visit:${visit_id}`,
    title: ({ name }) => `${name} logged in as you`,
    text: ({ reason }) => `Reason: ${reason}. They can see everything and change nothing.`,
    link: () => '/profile-settings/sessions',
    channels: { in_app: true, mail: 'off' },
  }),
  acting_may_change: define<{ visit_id: number; name: string; reason: string }>({
    label: 'Someone can make changes as you',
    description: 'The person logged in as you allowed changes in their session.',
    level: 'warning',
    event: ({ visit_id }) => `visit:${visit_id}`,
    title: ({ name }) => `${name} can now make changes as you`,
    text: ({ reason }) =>
      `Reason: ${reason}. The audit log names both of you. You can end the session under Profile → Sessions.`,
    link: () => '/profile-settings/sessions',
    channels: { in_app: true, mail: 'now' },
  }),
  data_exported: define<{ run_id: number; name: string }>({
    label: 'Your data was exported',
    description: 'Your seller exported all data of the account. For owners of the account.',
    level: 'warning',
    event: ({ run_id }) => `run:${run_id}`,
    title: ({ name }) => `${name} exported your data`,
    text: () =>
      'The file has everything in your account. To prevent this, turn off logging in as you under Profile → Sessions.',
    link: () => '/profile-settings/sessions',
    channels: { in_app: true, mail: 'now' },
  }),
  invitation_accepted: define<{ invitation_id: number; name: string; email: string }>({
    label: 'Invitation accepted',
    description: 'Someone you invited joined the team.',
    level: 'success',
    event: ({ invitation_id }) => `invitation:${invitation_id}`,
    title: ({ name }) => `${name} joined your team`,
    text: ({ email }) => `Signed up as ${email}.`,
    link: () => '/manage-team',
    channels: { in_app: true, mail: 'daily' },
  }),
  export_ready: define<{ run_id: number; title: string; link: string }>({
    label: 'Export ready',
    description: 'A file you requested is ready to download.',
    level: 'success',
    event: ({ run_id }) => `run:${run_id}`,
    title: ({ title }) => `${title} is ready`,
    text: () => 'You can download it for 24 hours.',
    link: ({ link }) => link,
    channels: { in_app: true, mail: 'now' },
  }),
  backup_failed: define<{ day: string; reason: string }>({
    label: 'Backup failed',
    description: 'The scheduled backup of the installation failed. For owners of the platform account.',
    level: 'error',
    event: ({ day }) => `backup:${day}`,
    title: ({ day }) => `The backup of ${day} failed`,
    text: ({ reason }) => reason,
    link: () => '/notifications',
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

export type NotificationKindName = keyof typeof NOTIFICATION_KINDS
export const NOTIFICATION_KIND_NAMES = Object.keys(NOTIFICATION_KINDS) as [
  NotificationKindName,
  ...NotificationKindName[],
]

/** Detail that a kind requires. */
export type DetailOf<Name extends NotificationKindName> = Parameters<
  (typeof NOTIFICATION_KINDS)[Name]['title']
>[0] &
  Parameters<(typeof NOTIFICATION_KINDS)[Name]['text']>[0] &
  Parameters<(typeof NOTIFICATION_KINDS)[Name]['event']>[0]

/** The declaration of a kind; undefined for one that this version does not know. */
export const notificationKind = (name: string): NotificationKind | undefined =>
  Object.hasOwn(NOTIFICATION_KINDS, name)
    ? (NOTIFICATION_KINDS[name as NotificationKindName] as unknown as NotificationKind)
    : undefined
