import type { Trait } from '#server/website-reader/signals/find-page-signals.ts'

/** What a reader of a page sees: traits, and whether it has an email or a social profile. */
export type LabelledTrait = Exclude<Trait, 'parked'> | 'email' | 'social'

/** True values of a page or website, written by reading it. What isn't named is missing there. */
export interface Labels {
  /** A registrar’s or hoster’s page: nothing else is true of it. */
  parked?: true
  has?: readonly LabelledTrait[]
  /** Two readers could differ; not counted. */
  unsure?: readonly LabelledTrait[]
  year?: number
  languages?: readonly string[]
  /** Absent: not read. */
  technology?: readonly string[]
  newest?: string
  /** Headers of its answers. */
  headers?: readonly string[]
}
