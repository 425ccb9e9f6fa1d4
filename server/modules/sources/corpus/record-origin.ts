import type { SourceOrigin } from '#server/providers/lead-sources/index.ts'

/** The source of an open data record's values. */
export const originOfRecord = (record: {
  source_name: string
  source_key: string
  licence: string
  observed_at: Date
}): SourceOrigin => ({
  source: record.source_name,
  url: null,
  method: 'open data import',
  confidence: 0.8,
  observed_at: record.observed_at.toISOString(),
  licence: record.licence,
  record: record.source_key,
})
