/** A value's source, as stored. */
export interface Origin {
  source: string
  url?: string | null
  method: string
  confidence: number
  observed_at?: string | null
  licence?: string | null
  record?: string | null
}

/** One source for most values, with exceptions by field, so that a million leads do not repeat it. */
export interface StoredProvenance {
  default: Origin
  fields?: Record<string, Origin>
  /** Earliest expiry of its values (retention.ts); absent while none expires. */
  expires_at?: string
}
