/** Who takes mail for other domains: its mail hosts, exact names or parent domains. */
export interface MailService {
  /** Its name, where it hosts domains of others. */
  label?: string
  hosts: readonly string[]
}

/** In order: a host belongs to the first that names it. */
export const MAIL_SERVICES = {
  google: { label: 'Google Workspace', hosts: ['google.com', 'googlemail.com', 'psmtp.com'] },
  microsoft365: {
    label: 'Microsoft 365',
    hosts: ['mail.protection.outlook.com', 'mx.microsoft', 'mail.eo.outlook.com', 'protection.office365.us'],
  },
  outlook: { hosts: ['olc.protection.outlook.com', 'outlook.com', 'hotmail.com'] },
  yahoo: { hosts: ['yahoodns.net', 'yahoo.com', 'aol.com'] },
  icloud: { label: 'iCloud Mail', hosts: ['icloud.com', 'apple.com'] },
  proton: { label: 'Proton Mail', hosts: ['protonmail.ch', 'proton.me'] },
  proofpoint: { label: 'Proofpoint', hosts: ['pphosted.com', 'ppe-hosted.com'] },
  mimecast: { label: 'Mimecast', hosts: ['mimecast.com', 'mimecast.co.za', 'mimecast-offshore.com'] },
  barracuda: { label: 'Barracuda', hosts: ['barracudanetworks.com', 'ess.barracuda.com'] },
  symantec: { hosts: ['messagelabs.com', 'eu.messagelabs.com'] },
  cisco: { hosts: ['iphmx.com'] },
  trendmicro: { hosts: ['trendmicro.com', 'trendmicro.eu'] },
  sophos: { hosts: ['reflexion.net', 'sophos.com'] },
  fortinet: { hosts: ['fortimailcloud.com', 'fortimail.com'] },
  cloudflare: { hosts: ['mx.cloudflare.net'] },
  amazon: {
    label: 'Amazon SES',
    hosts: [
      'inbound-smtp.us-east-1.amazonaws.com',
      'inbound-smtp.us-west-2.amazonaws.com',
      'inbound-smtp.eu-west-1.amazonaws.com',
      'awsapps.com',
    ],
  },
  gmx: { hosts: ['gmx.net', 'gmx.com', 'gmx.de', 'web.de', 'mail.com'] },
  ionos: {
    label: 'IONOS',
    hosts: [
      'ionos.com',
      'ionos.de',
      'ionos.co.uk',
      'ionos.fr',
      'ionos.es',
      'kundenserver.de',
      '1and1.com',
      '1and1.fr',
      'ionos.it',
    ],
  },
  ovh: { label: 'OVHcloud', hosts: ['ovh.net', 'ovh.ca', 'ovh.com'] },
  strato: { label: 'STRATO', hosts: ['rzone.de', 'strato.de'] },
  tonline: { hosts: ['t-online.de'] },
  zoho: { label: 'Zoho Mail', hosts: ['zoho.com', 'zoho.eu', 'zoho.in', 'zohomail.com'] },
  yandex: { label: 'Yandex Mail', hosts: ['yandex.net', 'yandex.ru', 'yandex.com'] },
  mailru: { hosts: ['mail.ru'] },
  qq: { hosts: ['qq.com'] },
  netease: { hosts: ['163.com', '126.com', 'netease.com', 'yeah.net'] },
  rackspace: { hosts: ['emailsrvr.com'] },
  godaddy: { label: 'GoDaddy', hosts: ['secureserver.net'] },
  fastmail: { label: 'Fastmail', hosts: ['messagingengine.com', 'fastmail.com'] },
  hetzner: { label: 'Hetzner', hosts: ['your-server.de'] },
  gandi: { label: 'Gandi', hosts: ['gandi.net'] },
  infomaniak: { label: 'Infomaniak', hosts: ['infomaniak.ch'] },
  namecheap: { label: 'Namecheap', hosts: ['registrar-servers.com', 'privateemail.com'] },
  hostinger: { label: 'Hostinger', hosts: ['hostinger.com', 'hostinger.email', 'titan.email'] },
} as const satisfies Record<string, MailService>
export type MailServiceId = keyof typeof MAIL_SERVICES
