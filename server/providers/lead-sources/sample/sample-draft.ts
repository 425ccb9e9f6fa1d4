import type { SampleRandom } from './sample-random.ts'

/** Values of an invented lead by field name of its list type. */
export type SampleDraft = Record<string, string | number>

/**
 * Creates the lead at `index` of a search. `seed` identifies the search, `random` belongs to the lead, dates count
 * from `today`.
 */
export type SampleGenerator = (
  search: Record<string, unknown>,
  seed: string,
  index: number,
  random: SampleRandom,
  today: Date,
) => SampleDraft
