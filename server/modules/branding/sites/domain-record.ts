import { randomBytes } from 'node:crypto'
import type { SiteDomain } from '#contract/branding/domains.ts'
import type { DnsClient } from '#server/platform/dns/dns-client.ts'
import type { DomainRow } from './domains-store.ts'
import type { SitePlatform } from './site-platform.ts'

/** Days from the first failed check until a domain is no longer served, and days of its notifications. */
export const DARK_DAYS = 30
export const TOLD_DAYS = [1, 7, 14] as const
export const DAY_MS = 24 * 60 * 60 * 1000

const LABEL = '_site-verification'

/** A secret known only to whoever got it from us; also a valid host name label. */
export const newDomainToken = (): string => randomBytes(16).toString('hex')

export const isServed = ({ state }: Pick<DomainRow, 'state'>): boolean =>
  state === 'active' || state === 'failing'

const txtName = (host: string): string => `${LABEL}.${host}`
const txtValue = ({ token }: Pick<DomainRow, 'token'>): string => `site-verification=${token}`
/** A shared target would prove nothing: this one is specific to the domain. */
const cnameTarget = ({ token }: Pick<DomainRow, 'token'>, suite: string | null): string | null =>
  suite && `${token}.${suite}`

export function presentDomain(row: DomainRow, suite: string | null): SiteDomain {
  const dark = row.failing_since && new Date(row.failing_since.getTime() + DARK_DAYS * DAY_MS)
  return {
    host: row.host,
    state: row.state,
    active: isServed(row),
    points_here: row.points_here,
    primary: row.is_primary,
    txt_name: txtName(row.host),
    txt_value: txtValue(row),
    cname_target: cnameTarget(row, suite),
    verified_at: row.verified_at?.toISOString() ?? null,
    failing_since: row.failing_since?.toISOString() ?? null,
    dark_at: row.state === 'failing' ? (dark?.toISOString() ?? null) : null,
    last_checked_at: row.last_checked_at?.toISOString() ?? null,
    problem: row.problem,
    created_at: row.created_at.toISOString(),
  }
}

/** DNS result for a domain. `unknown`: no answer, which says nothing about the domain. */
type Proof = 'proven' | 'absent' | 'unknown'

/** Some DNS providers store the quotes that were pasted with the value. */
const unquoted = (text: string): string => text.replace(/^[\s"'“”]+|[\s"'“”]+$/g, '')

/** Queries a domain's record, or its own CNAME target. */
async function requestProof(
  dns: Pick<DnsClient, 'txt' | 'cname'>,
  row: DomainRow,
  suite: string | null,
): Promise<Proof> {
  const texts = await dns.txt(txtName(row.host))
  if (texts.kind === 'found' && texts.records.some((text) => unquoted(text) === txtValue(row)))
    return 'proven'
  const target = cnameTarget(row, suite)
  const names = target ? await dns.cname(row.host) : null
  if (names?.kind === 'found' && target && names.records.includes(target)) return 'proven'
  return texts.kind === 'failed' || names?.kind === 'failed' ? 'unknown' : 'absent'
}

/** The state of a domain in DNS: who owns it, and whether it leads to this installation (null: not known). */
export interface DomainLookup {
  proof: Proof
  pointsHere: boolean | null
}

/** Whether a domain has an address of this installation's own names. */
async function leadsHere(dns: Pick<DnsClient, 'addresses'>, host: string, names: string[]) {
  const theirs = await dns.addresses(host)
  if (theirs.kind === 'none') return false
  const ours = await Promise.all(names.map((name) => dns.addresses(name)))
  const known = ours.flatMap((answer) => (answer.kind === 'found' ? answer.records : []))
  // Of an installation whose own name is in no public DNS nothing can be said.
  if (theirs.kind === 'failed' || known.length === 0) return null
  return theirs.records.some(({ address }) => known.some((own) => own.address === address))
}

/** Queries what DNS says about a domain. */
export async function lookUpInDns(
  dns: Pick<DnsClient, 'txt' | 'cname' | 'addresses'>,
  row: DomainRow,
  { publicUrl, whiteLabelSuiteDomain: suite }: Pick<SitePlatform, 'publicUrl' | 'whiteLabelSuiteDomain'>,
): Promise<DomainLookup> {
  const names = [new URL(publicUrl()).hostname, cnameTarget(row, suite)].filter((name) => name !== null)
  const [proof, pointsHere] = await Promise.all([
    requestProof(dns, row, suite),
    leadsHere(dns, row.host, names),
  ])
  return { proof, pointsHere }
}
