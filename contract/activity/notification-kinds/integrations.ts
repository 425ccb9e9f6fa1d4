import { counted } from '../../core/plural.ts'
import { define } from './define.ts'

/** Notifications about connections to other services. */
export const integrationsNotifications = {
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
  crm_wins: define<{ change_id: number; name: string; list: string; leads: number }>({
    label: 'Leads won in a CRM',
    description: 'Leads were marked as won because their deals were won in a CRM. For owners of the account.',
    level: 'success',
    event: ({ change_id }) => `crm_wins:${change_id}`,
    title: ({ leads, name }) => `${counted(leads, 'lead')} won in ${name}`,
    text: () => 'We marked them as won. Scores and customer suggestions learn from them.',
    link: ({ list }) => `/saved-lists/${list}`,
    channels: { in_app: true, mail: 'off' },
  }),
  crm_outcomes: define<{
    change_id: number
    name: string
    list: string
    leads: number
    outcome: 'replied' | 'bounced' | 'unsubscribed'
  }>({
    label: 'Replies and bounces at a sender',
    description: 'Leads that you handed over replied, bounced or unsubscribed. For owners of the account.',
    level: 'info',
    event: ({ change_id }) => `crm_outcomes:${change_id}`,
    title: ({ leads, name, outcome }) => `${counted(leads, 'lead')} ${outcome} (${name})`,
    text: ({ outcome }) =>
      ({
        replied: 'We marked them as replied.',
        bounced: 'We marked them as bounced, and their addresses as invalid.',
        unsubscribed: 'Their addresses are on your suppression list now.',
      })[outcome],
    link: ({ list }) => `/saved-lists/${list}`,
    channels: { in_app: true, mail: 'off' },
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
} as const
