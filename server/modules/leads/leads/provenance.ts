/** Where a value came from, as it is stored. */
export interface Origin {
  source: string
  url?: string | null
  method: string
  confidence: number
  observed_at?: string | null
  licence?: string | null
  record?: string | null
}

/** One origin for most values and exceptions by field, so that a million leads do not repeat themselves. */
export interface StoredProvenance {
  default: Origin
  fields?: Record<string, Origin>
  /** When the first of its values may not be kept any longer (retention.ts); absent while all may. */
  expires_at?: string
}
