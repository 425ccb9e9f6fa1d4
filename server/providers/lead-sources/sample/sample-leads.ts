import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import type { SampleDraft, SampleGenerator } from './sample-draft.ts'
import { canMatch, sampleInfluencer } from './sample-influencer.ts'
import { sampleLocal } from './sample-local.ts'
import { samplePerson } from './sample-people.ts'
import { randomAt, searchSeed } from './sample-random.ts'
import { sampleSingle } from './sample-single.ts'

/** An invented lead. `key` names the same lead whenever the same search is made. */
export interface SampleLead {
  key: string
  values: SampleDraft
}

/** A search never brings more than this many sample leads. */
export const MAX_SAMPLE_LEADS = 500

const GENERATORS: Record<string, SampleGenerator> = {
  local: sampleLocal,
  people: samplePerson,
  single: sampleSingle,
  influencer: sampleInfluencer,
}

/** How many sample leads a search has: 500, or none when its bounds exclude everything. */
export const sampleTotal = (type: ListTypeId, search: Record<string, unknown>): number =>
  !GENERATORS[type] || (type === 'influencer' && !canMatch(search)) ? 0 : MAX_SAMPLE_LEADS

/**
 * The leads of a search from `offset` on, at most `limit`. Pure: on one day the same search always has the same leads in
 * the same order, and a larger limit only takes more of them. Domains are reserved ones (`.example`), phones are of the
 * range kept for fiction, names say that they are samples.
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
