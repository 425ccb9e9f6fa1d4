import { buildLocalPart, listNameReadings, PATTERN_TEMPLATES, type Pattern } from './address-pattern.ts'

/** An address that somebody could have. */
export interface CandidateAddress {
  address: string
  pattern: string
  /** Published addresses of the domain that follow the pattern; 0 for one that is only common elsewhere. */
  support: number
}

const MAX_CANDIDATES = 6
const MAX_LOCAL_CHARS = 64
/** Spellings of one name tried per pattern that the domain shows, and per pattern that it does not. */
const SPELLINGS_PER_KNOWN_PATTERN = 3
const SPELLINGS_PER_COMMON_PATTERN = 1

/**
 * Addresses for a name at `domain`, best first, at most six: by the domain's patterns in the order of their support,
 * then by those that are common in the field. Deterministic; empty for names that cannot be spelt in a to z.
 */
export function buildCandidates(
  name: string,
  domain: string,
  patterns: readonly Pattern[],
): CandidateAddress[] {
  const readings = listNameReadings(name)
  const known = new Set(patterns.map(({ pattern }) => pattern))
  const common = PATTERN_TEMPLATES.filter((template) => !known.has(template)).map((pattern) => ({
    pattern: pattern as string,
    support: 0,
  }))
  const candidates = new Map<string, CandidateAddress>()
  for (const { pattern, support } of [...patterns, ...common]) {
    let made = 0
    for (const reading of readings) {
      if (made >= (support > 0 ? SPELLINGS_PER_KNOWN_PATTERN : SPELLINGS_PER_COMMON_PATTERN)) break
      const local = buildLocalPart(pattern, reading)
      // A single letter or two is nobody's address unless the domain shows that it is.
      if (!local || local.length > MAX_LOCAL_CHARS || (local.length < 3 && support === 0)) continue
      const address = `${local}@${domain.toLowerCase()}`
      if (candidates.has(address)) continue
      candidates.set(address, { address, pattern, support })
      made += 1
    }
  }
  return [...candidates.values()].slice(0, MAX_CANDIDATES)
}
