import type { Check } from '#contract/core/doctor.ts'
import { createDnsClient, type DnsClient, STABLE_NAMES } from '#server/platform/dns/dns-client.ts'
import { parseDnsServers } from '#server/platform/dns/dns-servers.ts'
import type { Env } from '#server/platform/env.ts'
import { checkSmtpServer, parseSmtpUrl } from '#server/providers/mail/index.ts'
import { ok, problem, warning } from './checks.ts'

/** Whether the mail server accepts a connection and sign-in; sends nothing. */
export async function checkMail({ smtpUrl }: Pick<Env, 'smtpUrl'>): Promise<Check> {
  if (!smtpUrl)
    return warning(
      'mail',
      'Email is written to the log: SMTP_URL is not set',
      'Set SMTP_URL to your mail server',
    )
  try {
    const settings = parseSmtpUrl(smtpUrl)
    await checkSmtpServer(settings)
    return ok('mail', `${settings.host}:${settings.port} accepts the connection`)
  } catch (error) {
    return problem(
      'mail',
      (error as Error).message,
      'Check SMTP_URL, and whether this machine may reach that port',
    )
  }
}

async function hasAddress(dns: DnsClient, name: string): Promise<boolean> {
  return (await dns.addresses(name)).kind === 'found'
}

/** Whether DNS works, and whether this installation's names resolve. */
export async function checkDns(env: Env): Promise<Check> {
  const servers = parseDnsServers(env.dnsServers ?? '')
  const dns = createDnsClient({ servers, probes: [] })
  try {
    const own = [
      env.publicUrl && new URL(env.publicUrl).hostname,
      env.mainSuiteDomain,
      env.whiteLabelSuiteDomain,
    ]
    const names = [...new Set(own.filter((name): name is string => Boolean(name?.includes('.'))))]
    const isUp = servers.length > 0 || (await hasAddress(dns, STABLE_NAMES[0]))
    if (!isUp)
      // An installation without its own names works; websites and vendors are unreachable.
      return (names.length > 0 ? problem : warning)(
        'dns',
        'Other hosts’ names cannot be resolved',
        'Check /etc/resolv.conf and whether this machine may reach its name servers',
      )
    const found = await Promise.all(names.map((name) => hasAddress(dns, name)))
    const missing = names.filter((_name, at) => !found[at])
    if (missing.length > 0)
      return problem(
        'dns',
        `No address found for ${missing.join(', ')}`,
        'Add A or AAAA records at your DNS provider',
      )
    return ok('dns', names.length > 0 ? `Names resolve: ${names.join(', ')}` : 'Names of other hosts resolve')
  } finally {
    dns.cancel()
  }
}
