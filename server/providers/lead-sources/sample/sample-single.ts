import type { SampleDraft } from './sample-draft.ts'
import type { SampleRandom } from './sample-random.ts'
import { emailState, fictionalPhone, hostLabel, RESERVED_DOMAIN } from './sample-text.ts'

const MAILBOXES = [
  { mailbox: 'info', email_kind: 'org' },
  { mailbox: 'contact', email_kind: 'org' },
  { mailbox: 'sales', email_kind: 'role' },
  { mailbox: 'support', email_kind: 'role' },
  { mailbox: 'jobs', email_kind: 'role' },
] as const
const POSITIONS = ['Owner', 'Sales manager', 'Office manager', 'Head of marketing', 'Engineer']
const IS_RESERVED = /^(?:[a-z0-9-]{1,63}\.){0,4}example(?:\.(?:com|net|org))?$/

/** The searched domain if it is reserved for examples, else a reserved one that resembles it. */
function sampleDomain(domain: unknown, seed: string): string {
  const wanted = typeof domain === 'string' ? domain.trim().toLowerCase() : ''
  if (IS_RESERVED.test(wanted)) return wanted
  return `sample-${wanted ? hostLabel(wanted) : seed}.${RESERVED_DOMAIN}`
}

/** A sample address of a domain: mailboxes first, then people. */
export function sampleSingle(
  search: Record<string, unknown>,
  seed: string,
  index: number,
  random: SampleRandom,
): SampleDraft {
  const domain = sampleDomain(Array.isArray(search.domains) ? search.domains[0] : undefined, seed)
  const shared = {
    domain,
    email_state: emailState(random),
    ...(random.share() < 0.4 ? { phone: fictionalPhone(seed, index) } : {}),
  }
  const box = MAILBOXES[index]
  if (box) return { ...shared, email: `${box.mailbox}@${domain}`, email_kind: box.email_kind }
  const number = index + 1 - MAILBOXES.length
  return {
    ...shared,
    email: `sample.person.${number}@${domain}`,
    email_kind: 'person',
    name: `Sample Person ${number}`,
    position: random.pick(POSITIONS),
  }
}
