import type { EmailState } from '#contract/leads/email-states.ts'
import { inParallel } from '#server/platform/in-parallel.ts'
import type { CheckAddress } from './check-address.ts'
import { inferAddresses } from './infer/infer-addresses.ts'
import type { CheckedEmail, CheckedWebsite, WebsiteEmail, WebsiteReport } from './website-report.ts'

/** Addresses of one website that are asked about at the same time. */
const MAX_CONCURRENT_CHECKS = 4

export interface CheckOptions {
  check: CheckAddress
  signal: AbortSignal
  /** Addresses of a website at most; the most useful ones are kept. */
  maxEmails: number
  /** Whether addresses of named people are inferred. */
  infer: boolean
}

/** What people want first: the company's own address, then functions, people, lists. */
const KIND_ORDER: Record<WebsiteEmail['kind'], number> = { org: 0, role: 1, person: 2, list: 3, inferred: 4 }

const compareByUse = (a: WebsiteEmail, b: WebsiteEmail): number =>
  KIND_ORDER[a.kind] - KIND_ORDER[b.kind] || b.confidence - a.confidence || (a.value < b.value ? -1 : 1)

/** The state of each published address, in the given order. */
async function checkPublishedEmails(
  emails: WebsiteEmail[],
  { check, signal }: CheckOptions,
): Promise<CheckedEmail[]> {
  const states = new Map<string, EmailState>()
  const answers = inParallel(emails, MAX_CONCURRENT_CHECKS, async ({ value }) => {
    signal.throwIfAborted()
    return { value, state: (await check(value)).state }
  })
  for await (const group of answers) for (const { value, state } of group) states.set(value, state)
  return emails.map((email) => ({ ...email, state: states.get(email.value) as EmailState }))
}

/** Addresses made from the domain's pattern for its people that have none. */
async function checkInferredEmails(
  report: WebsiteReport,
  published: CheckedEmail[],
  options: CheckOptions,
): Promise<CheckedEmail[]> {
  const staff = report.people.filter((person) => person.staff)
  const known = published.flatMap(({ value, person }) => (person ? [{ name: person, email: value }] : []))
  const taken = new Set(published.map(({ value }) => value))
  const inferred = await inferAddresses({
    people: staff,
    domain: report.domain,
    known,
    taken,
    verify: (address) => options.check(address, { guess: true }),
    signal: options.signal,
  })
  return inferred.map(({ name, address, state, confidence }) => ({
    value: address,
    kind: 'inferred',
    person: name,
    confidence,
    state,
    sources: [],
  }))
}

/**
 * Asks about the addresses of a website and infers those of named people. Published addresses keep their place
 * whatever the answer; an inferred one is there only if it was verified or follows a pattern that the domain shows.
 */
export async function checkWebsite(report: WebsiteReport, options: CheckOptions): Promise<CheckedWebsite> {
  const sorted = [...report.emails].sort(compareByUse).slice(0, options.maxEmails)
  const published = await checkPublishedEmails(sorted, options)
  const room = options.maxEmails - published.length
  const inferred = options.infer && room > 0 ? await checkInferredEmails(report, published, options) : []
  return { ...report, emails: [...published, ...inferred.slice(0, room)] }
}
