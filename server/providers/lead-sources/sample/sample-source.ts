import { sampleSource } from '#contract/sources/source-kinds/sample.ts'
import type {
  Enriched,
  EnrichRequest,
  LeadBatch,
  LeadSource,
  SearchContext,
  SourceLead,
  SourceOrigin,
  SourceQuery,
} from '../lead-source.ts'
import type { SampleDraft } from './sample-draft.ts'
import { sampleDetails } from './sample-influencer.ts'
import { type SampleLead, sampleLeads, sampleTotal } from './sample-leads.ts'
import { sampleEvidence } from './sample-signals.ts'

const makeOrigin = (record: string): SourceOrigin => ({
  source: sampleSource.id,
  url: null,
  method: 'invented',
  confidence: 0,
  observed_at: null,
  licence: null,
  record,
})

function toSourceLead({ key, values }: SampleLead): SourceLead {
  const origin = makeOrigin(key)
  return { key, values, origin, origins: sampleEvidence(values, origin) }
}

const foundIn = (values: SampleDraft, record: string) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, { value, origin: makeOrigin(record) }]),
  )

async function* searchSamples(
  { type, search }: SourceQuery,
  { cursor, batchSize, signal }: SearchContext,
  today: Date,
): AsyncIterable<LeadBatch> {
  let offset = typeof cursor?.offset === 'number' ? cursor.offset : 0
  while (!signal.aborted) {
    const leads = sampleLeads(type, search, { offset, limit: batchSize, today })
    if (leads.length === 0) return
    offset += leads.length
    yield { leads: leads.map(toSourceLead), cursor: { offset } }
  }
}

/** Sample details of this source's leads. */
async function* enrichSamples({ units }: EnrichRequest, today: Date): AsyncIterable<Enriched[]> {
  for (const unit of units) {
    const answers = (await unit.leads()).map(({ id, handle }) => ({
      leadId: id,
      values: handle ? foundIn(sampleDetails(handle, today), handle) : {},
    }))
    yield [{ unit: unit.key, answers, problem: null }]
  }
}

interface SampleSourceDeps {
  now(): Date
  findCategory(text: string): string | null
  findPlace(text: string): { lat: number; lon: number; label: string } | null
}

/**
 * Sample leads, reproducible and free, without network. `findCategory` maps a category's words to the vocabulary, and
 * `findPlace` a place's words to a point; null for unknown ones.
 */
export function createSampleSource({ now, findCategory, findPlace }: SampleSourceDeps): LeadSource {
  return {
    declaration: sampleSource,
    normalise(search) {
      const category = typeof search.category === 'string' ? findCategory(search.category) : null
      const near = typeof search.near === 'string' ? findPlace(search.near) : null
      return { ...search, ...(category && { category }), ...(near && { near }) }
    },
    quote: async ({ type, search }, { keys }) => ({
      matched: sampleTotal(type, search),
      withoutCoordinates: 0,
      dataAsOf: null,
      keys: sampleLeads(type, search, { offset: 0, limit: keys, today: now() }).map(({ key }) => key),
      ceiling: null,
    }),
    preview: async ({ type, search }, _context, limit) =>
      sampleLeads(type, search, { offset: 0, limit, today: now() }).map(toSourceLead),
    enrich: (request) => enrichSamples(request, now()),
    search: (query, context) => searchSamples(query, context, now()),
  }
}
