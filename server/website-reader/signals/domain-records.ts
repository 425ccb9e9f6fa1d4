import type { DnsAnswer, DnsClient } from '#server/platform/dns/dns-client.ts'
import { MAIL_SERVICES, type MailService } from '#server/platform/dns/mail-services.ts'
import { isHostBelow } from '#server/platform/text/is-host-below.ts'
import { NAME_HOSTS } from './hosting.ts'
import type { SignalReading } from './signal-reading.ts'

const SPF = /^v=spf1(?:\s|$)/i
const DMARC = /^v=DMARC1\s{0,5};/i
const MAX_TEXT = 160

/** A policy in TXT records; nothing where the name server gave no answer. */
function readPolicy(
  id: 'no_spf' | 'no_dmarc',
  answer: DnsAnswer<string>,
  { pattern, name }: { pattern: RegExp; name: string },
): SignalReading[] {
  if (answer.kind === 'failed') return []
  const record =
    answer.kind === 'found' ? answer.records.find((text) => pattern.test(text.trim())) : undefined
  const text = record?.slice(0, MAX_TEXT) ?? `No such TXT record at ${name}`
  return [{ id, value: record ? 'no' : 'yes', url: null, text }]
}

/** Who takes the domain’s mail, and who serves its names, as the names of their hosts show. */
function nameHosting(mailHosts: readonly string[], nameServers: readonly string[]): string[] {
  const services: readonly MailService[] = Object.values(MAIL_SERVICES)
  const ofMail = services.flatMap(({ label, hosts }) => {
    const isTheirs = mailHosts.some((host) => hosts.some((parent) => isHostBelow(host, parent)))
    return isTheirs && label !== undefined ? [label] : []
  })
  const ofNames = NAME_HOSTS.flatMap(([name, pattern]) =>
    nameServers.some((host) => pattern.test(host)) ? [name] : [],
  )
  return [...new Set([...ofMail, ...ofNames])]
}

const recordsOf = <Item>(answer: DnsAnswer<Item>): readonly Item[] =>
  answer.kind === 'found' ? answer.records : []

/** What DNS says of a domain: who may send email in its name, and who hosts its names and its mail. */
export async function readDomainRecords(
  dns: Pick<DnsClient, 'txt' | 'mx' | 'ns'>,
  domain: string,
): Promise<SignalReading[]> {
  const policies = `_dmarc.${domain}`
  const [texts, dmarc, mx, ns] = await Promise.all([
    dns.txt(domain),
    dns.txt(policies),
    dns.mx(domain),
    dns.ns(domain),
  ])
  // A domain that doesn't exist lacks nothing.
  if (texts.kind === 'none' && texts.why === 'nxdomain') return []
  // Nor does one of which nobody says that it exists.
  if ([texts, mx, ns].every(({ kind }) => kind === 'failed')) return []
  const mailHosts = recordsOf(mx).map(({ host }) => host)
  const nameServers = recordsOf(ns)
  const hosting = nameHosting(mailHosts, nameServers)
  const evidence = [mailHosts[0] && `MX ${mailHosts[0]}`, nameServers[0] && `NS ${nameServers[0]}`]
  return [
    ...readPolicy('no_spf', texts, { pattern: SPF, name: domain }),
    ...readPolicy('no_dmarc', dmarc, { pattern: DMARC, name: policies }),
    ...(hosting.length > 0
      ? [
          {
            id: 'hosting' as const,
            value: hosting.join('; '),
            url: null,
            text: evidence.filter(Boolean).join(', ').slice(0, MAX_TEXT),
          },
        ]
      : []),
  ]
}
