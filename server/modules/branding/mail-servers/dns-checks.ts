import { isIP } from 'node:net'
import type { MailCheck } from '#contract/branding/mail-server.ts'
import type { DnsAnswer, DnsClient } from '#server/platform/dns/dns-client.ts'
import { type DkimSeen, recordName } from './dkim-keys.ts'
import type { DkimKeyRow } from './mail-servers-store.ts'

type Dns = Pick<DnsClient, 'txt' | 'mx' | 'addresses'>

const NO_ANSWER = 'Your DNS didn’t answer. Try again in a few minutes.'
const makeCheck = (state: MailCheck['state'], advice: string, record: string | null = null): MailCheck => ({
  state,
  advice,
  record,
})

function readRows<Item, Row>(answer: DnsAnswer<Item>, row: (item: Item) => Row): Row[] {
  if (answer.kind === 'found') return answer.records.map(row)
  const code = answer.kind === 'none' ? 'ENOTFOUND' : 'ETIMEOUT'
  throw Object.assign(new Error(`DNS: ${answer.why}`), { code })
}

/** Adapts our DNS client to the library. Other record types are reported as missing. */
const makeResolver =
  (dns: Dns) =>
  // biome-ignore lint/suspicious/noExplicitAny: rows differ by type, and the library's declaration names two of them only
  async (name: string, type: string): Promise<any> => {
    if (type === 'TXT') return readRows(await dns.txt(name), (text) => [text])
    if (type === 'MX')
      return readRows(await dns.mx(name), ({ host, preference }) => ({
        exchange: host,
        priority: preference,
      }))
    if (type === 'A' || type === 'AAAA') {
      const wanted = type === 'A' ? 4 : 6
      const found = readRows(await dns.addresses(name), (one) => one)
      return found.filter(({ family }) => family === wanted).map(({ address }) => address)
    }
    throw Object.assign(new Error('No such record'), { code: 'ENOTFOUND' })
  }

/** A documentation address (RFC 5737), where the mail server's is unknown: the record is still evaluated completely. */
const NO_SERVER = '192.0.2.1'

async function checkSpf(dns: Dns, domain: string, host: string | null): Promise<MailCheck> {
  const found = host ? await dns.addresses(host) : null
  const ip = found?.kind === 'found' ? (found.records[0]?.address ?? NO_SERVER) : NO_SERVER
  const { spf } = await import('mailauth/lib/spf/index.js')
  const result = await spf({
    sender: `postmaster@${domain}`,
    ip,
    helo: domain,
    resolver: makeResolver(dns),
    maxElapsedTime: 15_000,
  })
  const record = result.rr ?? null
  switch (result.status.result) {
    case 'temperror':
      return makeCheck('unknown', NO_ANSWER, record)
    case 'none':
      return makeCheck(
        'missing',
        `Add a TXT record to ${domain} that names your mail provider, such as "v=spf1 include:PROVIDER ~all".`,
      )
    case 'permerror':
      return makeCheck(
        'fail',
        `Fix the SPF record: it is wrong, or needs more than 10 lookups${result.status.comment ? ` (${result.status.comment})` : ''}.`,
        record,
      )
    case 'pass':
      return makeCheck('pass', 'The SPF record covers your mail server.', record)
    default:
      return makeCheck(
        'unknown',
        'The record can be read, but only a received mail shows whether it covers your mail server. Send a test and look for spf=pass in its headers.',
        record,
      )
  }
}

function checkDkim(key: DkimKeyRow | undefined, seen: DkimSeen, domain: string): MailCheck {
  if (!key) return makeCheck('missing', `Create a DKIM key for ${domain} and publish its record.`)
  const name = recordName(key)
  switch (seen) {
    case 'ours':
      return makeCheck('pass', 'The record is published. Emails are signed.', name)
    case 'none':
      return makeCheck('missing', `Publish the TXT record ${name}. Emails are signed once it is found.`)
    case 'other':
      return makeCheck('fail', `${name} has another value. Copy the value shown here without changes.`, name)
    default:
      return makeCheck('unknown', NO_ANSWER)
  }
}

async function checkDmarc(dns: Dns, domain: string): Promise<MailCheck> {
  const { dmarc } = await import('mailauth/lib/dmarc/index.js')
  const result = await dmarc({
    headerFrom: domain,
    spfDomains: [],
    dkimDomains: [],
    resolver: makeResolver(dns),
  })
  if (result === false || result.status.result === 'none')
    return makeCheck(
      'missing',
      `Add a TXT record _dmarc.${domain} with "v=DMARC1; p=none; rua=mailto:YOU@${domain}" and raise the policy later.`,
    )
  if (/^temp/.test(result.status.result)) return makeCheck('unknown', NO_ANSWER)
  const record = result.rr ?? null
  if (result.status.result === 'permerror')
    return makeCheck('fail', 'Fix the DMARC record: it can’t be read.', record)
  return result.p === 'none'
    ? makeCheck(
        'pass',
        'The policy is "none": nothing is rejected yet. Raise it to "quarantine" once SPF and DKIM pass.',
        record,
      )
    : makeCheck('pass', `Emails that fail both SPF and DKIM are treated as "${result.p}".`, record)
}

async function checkMx(dns: Dns, domain: string): Promise<MailCheck> {
  const answer = await dns.mx(domain)
  if (answer.kind === 'failed') return makeCheck('unknown', NO_ANSWER)
  if (answer.kind === 'none')
    return makeCheck('missing', `Add an MX record to ${domain}, or replies and bounces are lost.`)
  const hosts = answer.records.map(({ host }) => host).filter(Boolean)
  return hosts.length === 0
    ? makeCheck('fail', `${domain} doesn’t accept mail. Use a sender whose domain does.`)
    : makeCheck('pass', 'Replies can be delivered.', hosts.join(', '))
}

interface CheckInput {
  domain: string
  /** Host of the mail server; null for the platform's. */
  host: string | null
  key: DkimKeyRow | undefined
  seen: DkimSeen
}

/** Whether a name can have public records: an address or a local name cannot. */
const hasRecords = (domain: string): boolean => isIP(domain) === 0 && domain.includes('.')

const orUnknown = (work: Promise<MailCheck>): Promise<MailCheck> =>
  work.catch(() => makeCheck('unknown', NO_ANSWER))

/** SPF, DKIM, DMARC and MX of a sender's domain, each with what to do. A DNS failure says nothing about the domain. */
export async function checkDomain(dns: Dns, { domain, host, key, seen }: CheckInput) {
  if (!hasRecords(domain)) {
    const none = makeCheck(
      'fail',
      `“${domain}” has no DNS records. Choose a from address at one of your domains.`,
    )
    return { domain, spf: none, dkim: none, dmarc: none, mx: none }
  }
  const [spfCheck, dmarcCheck, mx] = await Promise.all([
    orUnknown(checkSpf(dns, domain, host)),
    orUnknown(checkDmarc(dns, domain)),
    orUnknown(checkMx(dns, domain)),
  ])
  return { domain, spf: spfCheck, dkim: checkDkim(key, seen, domain), dmarc: dmarcCheck, mx }
}
