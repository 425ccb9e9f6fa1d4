import { isHostBelow } from '#server/platform/text/is-host-below.ts'

/** A mail service for many domains, with what matters for verification. */
export interface MailProvider {
  id: string
  /** Its mail hosts: exact names or parent domains. */
  hosts: readonly string[]
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
  {
    id: 'google',
    hosts: ['google.com', 'googlemail.com', 'psmtp.com'],
    domains: ['gmail.com'],
    perMinute: 20,
    reliable: false,
  },
  {
    id: 'microsoft365',
    hosts: ['mail.protection.outlook.com', 'mx.microsoft', 'mail.eo.outlook.com', 'protection.office365.us'],
    perMinute: 20,
    reliable: false,
  },
  {
    id: 'outlook',
    hosts: ['olc.protection.outlook.com', 'outlook.com', 'hotmail.com'],
    domains: ['live.com', 'msn.com', 'hotmail.co.uk', 'hotmail.fr', 'hotmail.de', 'outlook.de', 'outlook.fr'],
    perMinute: 10,
    reliable: false,
  },
  {
    id: 'yahoo',
    hosts: ['yahoodns.net', 'yahoo.com', 'aol.com'],
    domains: ['ymail.com', 'rocketmail.com', 'yahoo.co.uk', 'yahoo.fr', 'yahoo.de', 'yahoo.it', 'yahoo.es'],
    perMinute: 10,
    reliable: false,
  },
  {
    id: 'icloud',
    hosts: ['icloud.com', 'apple.com'],
    domains: ['me.com', 'mac.com'],
    perMinute: 10,
    reliable: false,
  },
  {
    id: 'proton',
    hosts: ['protonmail.ch', 'proton.me'],
    domains: ['protonmail.com', 'pm.me'],
    perMinute: 10,
    reliable: false,
  },
  { id: 'proofpoint', hosts: ['pphosted.com', 'ppe-hosted.com'], perMinute: 20, reliable: false },
  {
    id: 'mimecast',
    hosts: ['mimecast.com', 'mimecast.co.za', 'mimecast-offshore.com'],
    perMinute: 20,
    reliable: false,
  },
  { id: 'barracuda', hosts: ['barracudanetworks.com', 'ess.barracuda.com'], perMinute: 20, reliable: false },
  {
    id: 'symantec',
    hosts: ['messagelabs.com', 'eu.messagelabs.com'],
    perMinute: 20,
    reliable: false,
  },
  { id: 'cisco', hosts: ['iphmx.com'], perMinute: 20, reliable: false },
  {
    id: 'trendmicro',
    hosts: ['trendmicro.com', 'trendmicro.eu'],
    perMinute: 20,
    reliable: false,
  },
  { id: 'sophos', hosts: ['reflexion.net', 'sophos.com'], perMinute: 20, reliable: false },
  { id: 'fortinet', hosts: ['fortimailcloud.com', 'fortimail.com'], perMinute: 20, reliable: false },
  { id: 'cloudflare', hosts: ['mx.cloudflare.net'], perMinute: 20, reliable: false },
  {
    id: 'amazon',
    hosts: [
      'inbound-smtp.us-east-1.amazonaws.com',
      'inbound-smtp.us-west-2.amazonaws.com',
      'inbound-smtp.eu-west-1.amazonaws.com',
      'awsapps.com',
    ],
    perMinute: 20,
    reliable: false,
  },
  { id: 'gmx', hosts: ['gmx.net', 'gmx.com', 'gmx.de', 'web.de', 'mail.com'], perMinute: 10, reliable: true },
  {
    id: 'ionos',
    hosts: [
      'ionos.com',
      'ionos.de',
      'ionos.co.uk',
      'ionos.fr',
      'ionos.es',
      'kundenserver.de',
      '1and1.com',
      '1and1.fr',
    ],
    perMinute: 10,
    reliable: true,
  },
  { id: 'ovh', hosts: ['ovh.net', 'ovh.ca', 'ovh.com'], perMinute: 20, reliable: true },
  { id: 'strato', hosts: ['rzone.de', 'strato.de'], perMinute: 20, reliable: true },
  { id: 'tonline', hosts: ['t-online.de'], perMinute: 5, reliable: true },
  { id: 'zoho', hosts: ['zoho.com', 'zoho.eu', 'zoho.in', 'zohomail.com'], perMinute: 20, reliable: true },
  { id: 'yandex', hosts: ['yandex.net', 'yandex.ru', 'yandex.com'], perMinute: 10, reliable: true },
  { id: 'mailru', hosts: ['mail.ru'], perMinute: 10, reliable: true },
  { id: 'qq', hosts: ['qq.com'], domains: ['foxmail.com'], perMinute: 10, reliable: true },
  { id: 'netease', hosts: ['163.com', '126.com', 'netease.com', 'yeah.net'], perMinute: 10, reliable: true },
  { id: 'rackspace', hosts: ['emailsrvr.com'], perMinute: 20, reliable: true },
  { id: 'godaddy', hosts: ['secureserver.net'], perMinute: 10, reliable: true },
  { id: 'fastmail', hosts: ['messagingengine.com', 'fastmail.com'], perMinute: 20, reliable: true },
]

/** The provider of a mail host, or null. Also accepts the name of a mail domain. */
export function findProvider(host: string): MailProvider | null {
  return (
    MAIL_PROVIDERS.find(
      ({ hosts, domains }) => hosts.some((suffix) => isHostBelow(host, suffix)) || domains?.includes(host),
    ) ?? null
  )
}
