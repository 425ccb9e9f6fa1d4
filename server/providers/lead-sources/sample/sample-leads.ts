import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import type { SampleDraft, SampleGenerator } from './sample-draft.ts'
import { canMatch, sampleInfluencer } from './sample-influencer.ts'
import { sampleLocal } from './sample-local.ts'
import { samplePerson } from './sample-people.ts'
import { randomAt, searchSeed } from './sample-random.ts'
import { sampleSingle } from './sample-single.ts'

/** `key` is the same lead for the same search. */
export interface SampleLead {
  key: string
  values: SampleDraft
}

/** Maximum sample leads of a search. */
export const MAX_SAMPLE_LEADS = 500

const GENERATORS: Record<string, SampleGenerator> = {
  local: sampleLocal,
  people: samplePerson,
  single: sampleSingle,
  influencer: sampleInfluencer,
}

/** Number of sample leads: 500, or 0 when the bounds exclude everything. */
export const sampleTotal = (type: ListTypeId, search: Record<string, unknown>): number =>
  !GENERATORS[type] || (type === 'influencer' && !canMatch(search)) ? 0 : MAX_SAMPLE_LEADS

/**
 * The leads of a search from `offset` on, at most `limit`. Pure: within a day a search always has the same leads in
 * the same order. Domains are reserved ones (`.example`), phones are from the range for fiction, and names say that
 * they are samples.
 */
export function sampleLeads(
  type: ListTypeId,
  search: Record<string, unknown>,
  { offset, limit, today }: { offset: number; limit: number; today: Date },
): SampleLead[] {
  const seed = searchSeed(type, search)
  const end = Math.min(offset + limit, sampleTotal(type, search))
  const leads: SampleLead[] = []
  const generate = GENERATORS[type]
  for (let index = offset; generate && index < end; index++) {
    const values = generate(search, seed, index, randomAt(seed, index), today)
    leads.push({ key: `sample:${type}:${seed}:${index + 1}`, values })
  }
  return leads
}
