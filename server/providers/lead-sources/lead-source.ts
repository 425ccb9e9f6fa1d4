import type { ListTypeId } from '#contract/list-types/index.ts'
import type { CheckAddress, CheckedWebsite, WebsiteProgress } from '#server/website-reader/index.ts'

/** What a source knows about a search before anything is spent. */
export interface SourceCount {
  matched: number
  /** Rows that match everything but have no coordinates, so a radius cannot include them. */
  withoutCoordinates: number
  dataAsOf: Date | null
}

/** Where a value came from. */
export interface SourceOrigin {
  source: string
  url: string | null
  method: string
  confidence: number
  observed_at: string | null
  licence: string | null
  record: string | null
}

/** One found record in our words; vendor shapes stop at the adapter. */
export interface SourceLead {
  /** Names the real-world entity: equal keys are charged once per account. */
  key: string
  /** By field name of the list type. */
  values: Record<string, string | number | null>
  origin: SourceOrigin
  /** Origins of single values that differ from `origin`. */
  origins?: Record<string, SourceOrigin>
  /** Costs nothing although its kind has a price: inferred, or known not to work. */
  free?: true
}

export interface LeadBatch {
  leads: SourceLead[]
  /** Where to go on after this batch; stored with its rows. */
  cursor: Record<string, unknown>
  /** What the web sites say that this batch comes from; the batch finishes them. */
  websites?: CheckedWebsite[]
}

export interface SourceContext {
  /** From the last stored batch, or null at the start. */
  cursor: Record<string, unknown> | null
  batchSize: number
  signal: AbortSignal
  check: CheckAddress
  onWebsite?: WebsiteProgress
}

/** A search that the source cannot run; names the field and what to do. */
export class InvalidSearch extends Error {
  readonly field: string
  constructor(field: string, message: string) {
    super(message)
    this.field = field
  }
}

/** A place that leads come from. `search` has passed the list type's schema. */
export interface LeadSource {
  id: string
  label: string
  listTypes: readonly ListTypeId[]
  /** Invented data: shown as such everywhere and free of charge. */
  isSample: boolean
  /**
   * For a source that cannot know what it will find: the web sites it reads, and how many leads of each at most.
   * `average` is expected of each until the account has results of its own.
   */
  ceiling?(search: Record<string, unknown>): { websites: string[]; leadsPerWebsite: number; average: number }
  /** The search as it will be run and compared: domains in one form, for example. @throws InvalidSearch. */
  normalise?(search: Record<string, unknown>): Record<string, unknown>
  count(type: ListTypeId, search: Record<string, unknown>): Promise<SourceCount>
  /** Keys in the order of delivery, at most `limit`: what a quote compares with what is paid already. */
  keys(type: ListTypeId, search: Record<string, unknown>, limit: number): Promise<string[]>
  /** Streams batches in a stable order, resumable by cursor, and ends within one batch of an abort. */
  search(type: ListTypeId, search: Record<string, unknown>, context: SourceContext): AsyncIterable<LeadBatch>
}
