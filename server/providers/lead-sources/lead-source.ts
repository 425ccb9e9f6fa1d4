import type { ListTypeId } from '#contract/list-types/index.ts'

/** What a source knows about a search before anything is spent. */
export interface SourceCount {
  matched: number
  /** Rows that match everything but have no coordinates, so a radius cannot include them. */
  withoutCoordinates: number
  dataAsOf: Date | null
}

/** One found record in our words; vendor shapes stop at the adapter. */
export interface SourceLead {
  /** Names the real-world entity: equal keys are charged once per account. */
  key: string
  /** By field name of the list type. */
  values: Record<string, string | number | null>
  origin: {
    source: string
    url: string | null
    method: string
    confidence: number
    observed_at: string | null
    licence: string | null
    record: string | null
  }
}

export interface LeadBatch {
  leads: SourceLead[]
  /** Where to go on after this batch; stored with its rows. */
  cursor: Record<string, unknown>
}

export interface SourceContext {
  /** From the last stored batch, or null at the start. */
  cursor: Record<string, unknown> | null
  batchSize: number
  signal: AbortSignal
}

/** A place that leads come from. `search` has passed the list type's schema. */
export interface LeadSource {
  id: string
  label: string
  listTypes: readonly ListTypeId[]
  /** Invented data: shown as such everywhere and free of charge. */
  isSample: boolean
  count(type: ListTypeId, search: Record<string, unknown>): Promise<SourceCount>
  /** Keys in the order of delivery, at most `limit`: what a quote compares with what is paid already. */
  keys(type: ListTypeId, search: Record<string, unknown>, limit: number): Promise<string[]>
  /** Streams batches in a stable order, resumable by cursor, and ends within one batch of an abort. */
  search(type: ListTypeId, search: Record<string, unknown>, context: SourceContext): AsyncIterable<LeadBatch>
}
