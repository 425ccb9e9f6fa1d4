/** A value's source, as stored. */
export interface Origin {
  source: string
  url?: string | null
  method: string
  confidence: number
  observed_at?: string | null
  licence?: string | null
  record?: string | null
  /** Words, code or header that show the value; of signals. */
  text?: string
  /** Another value that was seen once: it counts when it is seen again, so that nothing flaps. */
  next?: { value: string | number; text: string }
}

/** One source for most values, with exceptions by field, so that a million leads do not repeat it. */
export interface StoredProvenance {
  default: Origin
  fields?: Record<string, Origin>
  /** Earliest expiry of its values (retention.ts); absent while none expires. */
  expires_at?: string
}
