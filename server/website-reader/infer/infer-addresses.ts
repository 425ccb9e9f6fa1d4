import type { EmailState } from '#contract/leads/email-states.ts'
import type { WebsitePerson } from '../website-report.ts'
import { detectPatterns, type NamedAddress } from './address-pattern.ts'
import { buildCandidates, type CandidateAddress } from './candidate-addresses.ts'

/** An address made for a named person, with what its mail server said. */
export interface InferredAddress {
  /** Name of the person. */
  name: string
  address: string
  state: EmailState
  pattern: string
  /** Published addresses of the domain that follow the pattern. */
  support: number
  /** 0 to 1. */
  confidence: number
}

export interface InferOptions {
  people: readonly WebsitePerson[]
  /** Registrable domain of the company's addresses. */
  domain: string
  /** Published addresses of people whose names are known. */
  known: readonly NamedAddress[]
  /** Published addresses, whoever's; none of them is a candidate. Lower case. */
  taken?: ReadonlySet<string>
  verify: (address: string, signal: AbortSignal) => Promise<{ state: EmailState }>
  signal: AbortSignal
}

/** The domain answers the same for every address: asking for another person tells nothing new. */
const DOMAIN_WIDE_STATES: ReadonlySet<EmailState> = new Set([
  'catch_all',
  'no_mx',
  'disposable',
  'port25_unavailable',
  'provider_blocks_probe',
])

/**
 * Addresses for the staff that have none. Candidates are asked about in their order until one is valid. A state that
 * leaves it open ends the search: then the best candidate is kept if the domain shows its pattern, with that state.
 * At most six questions per person; nobody gets an address that is published or that fits somebody else as well.
 * Errors of `verify` and the abort reason of `signal` are passed on.
 */
export async function inferAddresses(options: InferOptions): Promise<InferredAddress[]> {
  const { people, domain, verify, signal } = options
  const examples = [
    ...options.known,
    ...people.flatMap(({ name, email }) => (email ? [{ name, email }] : [])),
  ]
  const patterns = detectPatterns(examples, domain)
  const taken = new Set([...(options.taken ?? []), ...examples.map(({ email }) => email.toLowerCase())])
  const open = listUniqueNames(people.filter((person) => person.staff && person.email === null))
  const candidates = open.map((name) =>
    buildCandidates(name, domain, patterns).filter(({ address }) => !taken.has(address)),
  )
  const contested = findSharedAddresses(candidates)
  const found: InferredAddress[] = []
  let domainState: EmailState | null = null
  for (const [index, name] of open.entries()) {
    const own = (candidates[index] ?? []).filter(({ address }) => !contested.has(address))
    const answer: Answer | null = domainState
      ? chooseUnverified(own, domainState)
      : await findValidAddress(own, verify, signal)
    if (!answer) continue
    if (DOMAIN_WIDE_STATES.has(answer.state)) domainState = answer.state
    if (answer.state === 'no_mx' || answer.state === 'disposable') break
    if (answer.candidate) found.push(createInferredAddress(name, answer.candidate, answer.state))
  }
  return found
}

interface Answer {
  state: EmailState
  /** What is worth keeping; null when the pattern is not shown by the domain. */
  candidate: CandidateAddress | null
}

async function findValidAddress(
  candidates: CandidateAddress[],
  verify: InferOptions['verify'],
  signal: AbortSignal,
): Promise<Answer | null> {
  for (const candidate of candidates) {
    signal.throwIfAborted()
    const { state } = await verify(candidate.address, signal)
    if (state === 'valid') return { state, candidate }
    if (state !== 'invalid') return { state, candidate: candidate.support > 0 ? candidate : null }
  }
  return null
}

function chooseUnverified(candidates: CandidateAddress[], state: EmailState): Answer {
  return { state, candidate: candidates.find(({ support }) => support > 0) ?? null }
}

const listUniqueNames = (people: readonly WebsitePerson[]): string[] => [
  ...new Set(people.map(({ name }) => name)),
]

/** Addresses that two people would both have: whose it is cannot be told from outside. */
function findSharedAddresses(candidates: readonly CandidateAddress[][]): Set<string> {
  const seen = new Set<string>()
  const several = new Set<string>()
  for (const { address } of candidates.flat()) {
    if (seen.has(address)) several.add(address)
    seen.add(address)
  }
  return several
}

function createInferredAddress(
  name: string,
  { address, pattern, support }: CandidateAddress,
  state: EmailState,
): InferredAddress {
  return { name, address, state, pattern, support, confidence: rateConfidence(state, support) }
}

/** A server's yes counts most; where it says nothing, the number of addresses that follow the pattern does. */
function rateConfidence(state: EmailState, support: number): number {
  const bySupport = Math.min(support, 4) * 0.05
  if (state === 'valid') return Number((support > 0 ? 0.85 + bySupport / 2 : 0.75).toFixed(2))
  return Number((state === 'catch_all' ? 0.45 + bySupport : 0.35 + bySupport).toFixed(2))
}
