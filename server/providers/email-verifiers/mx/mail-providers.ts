import { MAIL_SERVICES, type MailServiceId } from '#server/platform/dns/mail-services.ts'
import { isHostBelow } from '#server/platform/text/is-host-below.ts'

/** A mail service for many domains, with what matters for verification. */
export interface MailProvider {
  id: MailServiceId
  /** Domains of its own mailboxes. */
  domains?: readonly string[]
  /** SMTP sessions per minute that its hosts tolerate. */
  perMinute: number
  /** False when its hosts accept or reject recipients without a lookup, so that their replies prove nothing. */
  reliable: boolean
}

/** Sessions per minute for hosts of unknown providers. */
export const DEFAULT_PER_MINUTE = 60

/** First match wins. */
const MAIL_PROVIDERS: readonly MailProvider[] = [
  { id: 'google', domains: ['gmail.com'], perMinute: 20, reliable: false },
  { id: 'microsoft365', perMinute: 20, reliable: false },
  {
    id: 'outlook',
    domains: ['live.com', 'msn.com', 'hotmail.co.uk', 'hotmail.fr', 'hotmail.de', 'outlook.de', 'outlook.fr'],
    perMinute: 10,
    reliable: false,
  },
  {
    id: 'yahoo',
    domains: ['ymail.com', 'rocketmail.com', 'yahoo.co.uk', 'yahoo.fr', 'yahoo.de', 'yahoo.it', 'yahoo.es'],
    perMinute: 10,
    reliable: false,
  },
  { id: 'icloud', domains: ['me.com', 'mac.com'], perMinute: 10, reliable: false },
  { id: 'proton', domains: ['protonmail.com', 'pm.me'], perMinute: 10, reliable: false },
  { id: 'proofpoint', perMinute: 20, reliable: false },
  { id: 'mimecast', perMinute: 20, reliable: false },
  { id: 'barracuda', perMinute: 20, reliable: false },
  { id: 'symantec', perMinute: 20, reliable: false },
  { id: 'cisco', perMinute: 20, reliable: false },
  { id: 'trendmicro', perMinute: 20, reliable: false },
  { id: 'sophos', perMinute: 20, reliable: false },
  { id: 'fortinet', perMinute: 20, reliable: false },
  { id: 'cloudflare', perMinute: 20, reliable: false },
  { id: 'amazon', perMinute: 20, reliable: false },
  { id: 'gmx', perMinute: 10, reliable: true },
  { id: 'ionos', perMinute: 10, reliable: true },
  { id: 'ovh', perMinute: 20, reliable: true },
  { id: 'strato', perMinute: 20, reliable: true },
  { id: 'tonline', perMinute: 5, reliable: true },
  { id: 'zoho', perMinute: 20, reliable: true },
  { id: 'yandex', perMinute: 10, reliable: true },
  { id: 'mailru', perMinute: 10, reliable: true },
  { id: 'qq', domains: ['foxmail.com'], perMinute: 10, reliable: true },
  { id: 'netease', perMinute: 10, reliable: true },
  { id: 'rackspace', perMinute: 20, reliable: true },
  { id: 'godaddy', perMinute: 10, reliable: true },
  { id: 'fastmail', perMinute: 20, reliable: true },
]

/** The provider of a mail host, or null. Also accepts the name of a mail domain. */
export function findProvider(host: string): MailProvider | null {
  return (
    MAIL_PROVIDERS.find(
      ({ id, domains }) =>
        MAIL_SERVICES[id].hosts.some((suffix) => isHostBelow(host, suffix)) || domains?.includes(host),
    ) ?? null
  )
}
