import { setTimeout as pause } from 'node:timers/promises'
import { corpusSource } from '#contract/sources/source-kinds/corpus.ts'
import type { LeadBatch, LeadSource, SourceLead } from '#server/providers/lead-sources/index.ts'

/** A lead source for tests: it replaces the corpus and follows its options. */
export interface FakeSourceOptions {
  /** Keys found by a search, in the order of delivery. */
  find(search: Record<string, unknown>): string[]
  /** The expected number when a search cannot be counted beforehand; null for one that can. */
  expects?(search: Record<string, unknown>): number | null
  /** Leads per batch. */
  batch?: number
  /** Additional values of a lead. */
  values?(key: string): SourceLead['values']
  /** Called before each batch with the search and the number of earlier leads: may wait, throw or hang. */
  before?(search: Record<string, unknown>, offset: number, signal: AbortSignal): Promise<void> | void
}

const leadOf = (key: string, values?: SourceLead['values']): SourceLead => ({
  key,
  values: { name: `Place ${key}`, category: 'craft/brewery', country: 'US', ...values },
  origin: {
    source: 'fake',
    url: null,
    method: 'made for a test',
    confidence: 1,
    observed_at: null,
    licence: null,
    record: key,
  },
})

/** Replaces the source `corpus` at the same price; pass it to `testApp({ sources })`. */
export function createFakeSource({
  find,
  batch = 5,
  before,
  expects,
  values,
}: FakeSourceOptions): LeadSource {
  const lead = (key: string) => leadOf(key, values?.(key))
  const isOpen = (search: Record<string, unknown>) => typeof expects?.(search) === 'number'
  return {
    declaration: { ...corpusSource, label: 'Fake' },
    listUnits: (search) => (isOpen(search) ? ['everything'] : undefined),
    quote: async ({ search }, { keys }) => ({
      matched: isOpen(search) ? 0 : find(search).length,
      withoutCoordinates: 0,
      dataAsOf: null,
      keys: isOpen(search) ? [] : find(search).slice(0, keys),
      ceiling: isOpen(search) ? { leadsPerUnit: find(search).length, average: expects?.(search) ?? 0 } : null,
    }),
    preview: async ({ search }, _context, limit) => find(search).slice(0, limit).map(lead),
    async *search({ search }, { cursor, signal }): AsyncIterable<LeadBatch> {
      for (let offset = Number(cursor?.offset ?? 0); ; offset += batch) {
        if (signal.aborted) return
        await before?.(search, offset, signal)
        const keys = find(search).slice(offset, offset + batch)
        if (keys.length === 0) return
        yield { leads: keys.map(lead), cursor: { offset: offset + keys.length } }
      }
    },
  }
}

/** The keys from `from` (inclusive) to `to` (exclusive), found by the fake search `{keywords: 'from..to'}`. */
export function keyList(search: Record<string, unknown>): string[] {
  const [from = 0, to = 0] = String(search.keywords ?? '')
    .split('..')
    .map(Number)
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => `key:${from + index}`)
}

/** Waits, or returns at once when the signal aborts. */
export const pauseUnlessAborted = (ms: number, signal: AbortSignal): Promise<void> =>
  pause(ms, undefined, { signal }).catch(() => {})
