import { LIST_TYPE_IDS, type ListTypeId } from '#contract/list-types/index.ts'
import type { LeadBatch, LeadSource, SourceContext, SourceLead } from '../lead-source.ts'
import { type SampleLead, sampleLeads, sampleTotal } from './sample-leads.ts'

const toSourceLead = ({ key, values }: SampleLead): SourceLead => ({
  key,
  values,
  origin: {
    source: 'sample',
    url: null,
    method: 'invented',
    confidence: 0,
    observed_at: null,
    licence: null,
    record: key,
  },
})

async function* searchSamples(
  type: ListTypeId,
  search: Record<string, unknown>,
  { cursor, batchSize, signal }: SourceContext,
): AsyncIterable<LeadBatch> {
  let offset = typeof cursor?.offset === 'number' ? cursor.offset : 0
  while (!signal.aborted) {
    const leads = sampleLeads(type, search, { offset, limit: batchSize })
    if (leads.length === 0) return
    offset += leads.length
    yield { leads: leads.map(toSourceLead), cursor: { offset } }
  }
}

/** Invented, reproducible leads for every list type: no network, no charge. */
export function createSampleSource(): LeadSource {
  return {
    id: 'sample',
    label: 'Sample data',
    listTypes: LIST_TYPE_IDS,
    isSample: true,
    count: async (type, search) => ({
      matched: sampleTotal(type, search),
      withoutCoordinates: 0,
      dataAsOf: null,
    }),
    keys: async (type, search, limit) =>
      sampleLeads(type, search, { offset: 0, limit }).map(({ key }) => key),
    search: searchSamples,
  }
}
