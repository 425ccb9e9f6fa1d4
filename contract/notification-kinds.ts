/** How much a notification wants to be seen. */
export const NOTIFICATION_LEVELS = ['info', 'success', 'warning', 'error'] as const
export type NotificationLevel = (typeof NOTIFICATION_LEVELS)[number]

/** By mail: not at all, as soon as it happens, or with everything else of the day at eight in the morning. */
export const MAIL_CHANNELS = ['off', 'now', 'daily'] as const
export type MailChannel = (typeof MAIL_CHANNELS)[number]

/** What an event is about: small facts, no secrets. */
export type NotificationDetail = Record<string, string | number | null>

/** One kind of event that people are told of. Texts are plain; names that people chose come in by `detail`. */
export interface NotificationKind<Detail extends NotificationDetail = NotificationDetail> {
  /** In the settings: what the kind is called, and when it comes. */
  label: string
  about: string
  level: NotificationLevel
  /** Names the event, so that nobody is told of it twice. */
  event(detail: Detail): string
  title(detail: Detail): string
  text(detail: Detail): string
  /** Address within the application where it can be looked at. */
  link(detail: Detail): string
  /** Where it is told unless the person has changed it. */
  channels: { in_app: boolean; mail: MailChannel }
}

const define = <Detail extends NotificationDetail>(kind: NotificationKind<Detail>) => kind

const count = (value: number, word: string) =>
  `${value.toLocaleString('en')} ${word}${value === 1 ? '' : 's'}`

interface RunFacts extends NotificationDetail {
  run_id: number
  title: string
  /** Of the list that it worked on; both null when there is none. */
  list_id: number | null
  list_type: string | null
}

/** The list of a run; the place of checks without a list. */
const runLink = ({ list_id, list_type }: RunFacts) =>
  list_id === null || list_type === null
    ? '/lead-search/email-verification'
    : `/saved-lists/${list_type}-${list_id}`

/** Every kind there is. A new one is one entry here and a call of `notify` where the event happens. */
export const NOTIFICATION_KINDS = {
  run_finished: define<RunFacts & { done: number }>({
    label: 'Run finished',
    about: 'A run of yours that took longer than half a minute, or one that started by itself, is done.',
    level: 'success',
    event: ({ run_id }) => `run:${run_id}`,
    title: ({ title }) => `${title} is done`,
    text: ({ done }) => `${count(done, 'item')} looked at.`,
    link: runLink,
    channels: { in_app: true, mail: 'off' },
  }),
  run_failed: define<RunFacts & { reason: string }>({
    label: 'Run failed',
    about: 'A run of yours that took longer than half a minute, or one that started by itself, has failed.',
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
    /** What the account itself calls low, and since when; null: a tenth of what was granted. */
    threshold: number | null
    since: string | null
  }>({
    label: 'Credits low',
    about:
      'Fewer credits are left than the billing portal says, or, without a number there, a tenth of all that were ever granted. For those who may see the wallet.',
    level: 'warning',
    event: ({ granted, since }) => (since === null ? `granted:${granted}` : `alert:${since}`),
    title: () => 'Credits are low',
    text: ({ available, threshold }) =>
      threshold == null
        ? `${count(available, 'credit')} left.`
        : `${count(available, 'credit')} left, fewer than the ${count(threshold, 'credit')} at which you wanted to be told.`,
    link: () => '/wallet',
    channels: { in_app: true, mail: 'now' },
  }),
  source_parked: define<{ source: string; name: string; since: string; reason: string }>({
    label: 'Source paused',
    about:
      'The vendor of a lead source refuses your key, or the plan with it is used up. For owners of the account.',
    level: 'warning',
    event: ({ source, since }) => `${source}:${since}`,
    title: ({ name }) => `${name} is paused`,
    text: ({ reason }) => reason,
    link: () => '/integration/sources',
    channels: { in_app: true, mail: 'daily' },
  }),
  crm_refused: define<{ connection_id: number; name: string; since: string; reason: string }>({
    label: 'CRM disconnected',
    about:
      'A CRM takes the stored access no more; pushes wait until it is connected again. For owners of the account.',
    level: 'error',
    event: ({ connection_id, since }) => `crm:${connection_id}:${since}`,
    title: ({ name }) => `${name} has to be connected again`,
    text: ({ reason }) => `${reason}. Pushes wait, and go on by themselves.`,
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
    label: 'Webhook switched off',
    about: 'A webhook could not be delivered for too long and was switched off.',
    level: 'error',
    event: ({ webhook_id, since }) => `webhook:${webhook_id}:${since}`,
    title: ({ name }) => `The webhook ${name} was switched off`,
    text: ({ address, reason }) =>
      reason === 'gone'
        ? `${address} answered that it wants no more events. Switch the webhook on again if it does.`
        : `Every delivery to ${address} failed for five days. Once the receiver works again, switch the webhook on; what failed can be sent again.`,
    link: () => '/integration/webhook',
    channels: { in_app: true, mail: 'now' },
  }),
  autopilot_paused: define<{ autopilot_id: number; since: string; name: string; reason: string }>({
    label: 'Autopilot paused',
    about: 'An autopilot of yours has paused itself: nothing new came, credits ended or a source failed.',
    level: 'warning',
    event: ({ autopilot_id, since }) => `autopilot:${autopilot_id}:${since}`,
    title: ({ name }) => `The autopilot ${name} is paused`,
    text: ({ reason }) => reason,
    link: ({ autopilot_id }) => `/lead-search/autopilot?autopilot=${autopilot_id}`,
    channels: { in_app: true, mail: 'now' },
  }),
  autopilot_exhausted: define<{ autopilot_id: number; since: string; name: string; matched: number }>({
    label: 'Search area exhausted',
    about: 'All that matches the search of an autopilot of yours is in your lists already.',
    level: 'info',
    event: ({ autopilot_id, since }) => `autopilot:${autopilot_id}:exhausted:${since}`,
    title: ({ name }) => `The autopilot ${name} finds nothing new`,
    text: ({ matched }) =>
      `All that matches (${count(matched, 'lead')}) is in your lists already. Widen the search to get more.`,
    link: ({ autopilot_id }) => `/lead-search/autopilot?autopilot=${autopilot_id}`,
    channels: { in_app: true, mail: 'daily' },
  }),
  new_device: define<{ session_id: number; device: string; ip: string }>({
    label: 'Sign-in from a new device',
    about: 'Somebody signed in as you with a browser or program that you had not used before.',
    level: 'warning',
    event: ({ session_id }) => `session:${session_id}`,
    title: ({ device }) => `New sign-in: ${device}`,
    text: ({ ip }) =>
      `From the address ${ip}. If this was not you, end the session and change your password.`,
    link: () => '/profile-settings/sessions',
    channels: { in_app: true, mail: 'now' },
  }),
  invitation_accepted: define<{ invitation_id: number; name: string; email: string }>({
    label: 'Invitation accepted',
    about: 'Somebody whom you invited has joined the team.',
    level: 'success',
    event: ({ invitation_id }) => `invitation:${invitation_id}`,
    title: ({ name }) => `${name} joined your team`,
    text: ({ email }) => `Signed up as ${email}.`,
    link: () => '/manage-team',
    channels: { in_app: true, mail: 'daily' },
  }),
  export_ready: define<{ run_id: number; title: string; link: string }>({
    label: 'Export ready',
    about: 'A file that you asked for can be downloaded.',
    level: 'success',
    event: ({ run_id }) => `run:${run_id}`,
    title: ({ title }) => `${title} is ready`,
    text: () => 'It can be downloaded for 24 hours.',
    link: ({ link }) => link,
    channels: { in_app: true, mail: 'now' },
  }),
} as const

export type NotificationKindName = keyof typeof NOTIFICATION_KINDS
export const NOTIFICATION_KIND_NAMES = Object.keys(NOTIFICATION_KINDS) as [
  NotificationKindName,
  ...NotificationKindName[],
]

/** What a kind has to be told. */
export type DetailOf<Name extends NotificationKindName> = Parameters<
  (typeof NOTIFICATION_KINDS)[Name]['title']
>[0] &
  Parameters<(typeof NOTIFICATION_KINDS)[Name]['text']>[0] &
  Parameters<(typeof NOTIFICATION_KINDS)[Name]['event']>[0]

/** The declaration of a kind, whatever it is about; undefined for one that this version does not know. */
export const notificationKind = (name: string): NotificationKind | undefined =>
  Object.hasOwn(NOTIFICATION_KINDS, name)
    ? (NOTIFICATION_KINDS[name as NotificationKindName] as unknown as NotificationKind)
    : undefined
