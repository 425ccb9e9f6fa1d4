import { describe, expect, it } from 'vitest'
import { LIST_TYPES, type ListTypeId } from '#contract/leads/list-types/index.ts'
import { SOURCES } from '#contract/sources/source-kinds/index.ts'
import type {
  LeadBatch,
  LeadSource,
  LeadToEnrich,
  QuoteContext,
  SearchContext,
  SourceQuery,
} from '#server/providers/lead-sources/index.ts'

/** A context without waits; `change` overrides parts of it. */
export const sourceContext = (change: Partial<SearchContext> = {}): SearchContext => ({
  accountId: 1,
  credential: null,
  pace: async () => {},
  pauseFor: async () => {},
  signal: new AbortController().signal,
  recorder: { progress() {}, wasRead() {} },
  check: async () => ({ state: 'unknown', reason: 'not available in a test' }),
  cursor: null,
  batchSize: 50,
  ...change,
})

/** A lead without known values. */
export const LEAD_TO_ENRICH: LeadToEnrich = {
  id: 1,
  name: null,
  position: null,
  company: null,
  domain: null,
  email: null,
  phone: null,
  linkedin_url: null,
  platform: null,
  handle: null,
  profile_url: null,
  city: null,
  region: null,
  country: null,
}

export interface SourceUnderTest {
  source: LeadSource
  /** Searches with more than one batch, for every list type of the source. */
  queries: SourceQuery[]
  /** Overrides of its context. */
  context?: Partial<SearchContext>
  /** Its preview shows less of a lead than it delivers, for example no surname. */
  previewHides?: true
  /** A fictional source is not registered. */
  isMadeUp?: true
}

async function batchesOf(
  { source, context }: SourceUnderTest,
  query: SourceQuery,
  change: Partial<SearchContext>,
) {
  const batches: LeadBatch[] = []
  for await (const batch of source.search?.(query, sourceContext({ ...context, ...change })) ?? [])
    batches.push(batch)
  return batches
}

const keysOf = (batches: LeadBatch[]): string[] => batches.flatMap(({ leads }) => leads.map(({ key }) => key))

function testDeclaration(make: () => SourceUnderTest) {
  it('declares itself in the registry, with fields of its list types', () => {
    const { source, isMadeUp } = make()
    const { declaration } = source
    if (!isMadeUp) expect(SOURCES.map(({ id }) => id)).toContain(declaration.id)
    expect(declaration.terms.text).not.toBe('')
    for (const [type, fields] of Object.entries(declaration.answers)) {
      const form = LIST_TYPES[type as ListTypeId]?.searchForm.map(({ name }) => name) ?? []
      expect(fields.filter((field) => !form.includes(field) && field !== 'only_published')).toEqual([])
    }
    expect(Boolean(source.enrich)).toBe(declaration.enriches.length > 0)
    expect(Boolean(source.verify)).toBe(declaration.verifies)
    expect(Boolean(source.search)).toBe(Object.keys(declaration.answers).length > 0)
  })
}

function testQuote(make: () => SourceUnderTest) {
  it('delivers what it promised, in the announced order', async () => {
    const test = make()
    for (const query of test.queries) {
      const requested = { ...sourceContext(test.context), keys: 7 } satisfies QuoteContext
      const quote = await test.source.quote(query, requested)
      const keys = keysOf(await batchesOf(test, query, {}))
      if (quote.ceiling) {
        const units = test.source.listUnits?.(query.search)?.length ?? 0
        expect(keys.length).toBeLessThanOrEqual(units * quote.ceiling.leadsPerUnit)
      } else if (quote.isEstimate) {
        expect(keys.length).toBeLessThanOrEqual(quote.matched)
        expect(quote.keys).toEqual([])
      } else {
        expect(keys).toHaveLength(quote.matched)
        expect(quote.keys).toEqual(keys.slice(0, 7))
      }
      const counted = await test.source.quote(query, { ...requested, keys: 0 })
      expect([counted.matched, counted.keys]).toEqual([quote.matched, []])
    }
  })
}

function testPreview(make: () => SourceUnderTest) {
  it('previews what it would deliver first, unless each record takes work', async () => {
    const test = make()
    const { preview } = test.source
    for (const query of test.queries) {
      const quote = await test.source.quote(query, { ...sourceContext(test.context), keys: 0 })
      expect(Boolean(preview)).toBe(preview !== undefined && quote.ceiling === null)
      if (!preview) continue
      const [first] = await batchesOf(test, query, { batchSize: 4 })
      const shown = await preview(query, sourceContext(test.context), 4)
      if (!test.previewHides) expect(shown).toEqual(first?.leads)
      expect(shown.map(({ values }) => values.position)).toEqual(
        first?.leads.map(({ values }) => values.position),
      )
    }
  })
}

function testSearch(make: () => SourceUnderTest) {
  it('delivers leads with declared fields, each with a source, each key once', async () => {
    const test = make()
    for (const query of test.queries) {
      const fields = new Set(LIST_TYPES[query.type].fields.map(({ name }) => name))
      const leads = (await batchesOf(test, query, {})).flatMap((batch) => batch.leads)
      expect(leads.length).toBeGreaterThan(1)
      expect(new Set(leads.map(({ key }) => key)).size).toBe(leads.length)
      for (const lead of leads) {
        expect(Object.keys(lead.values).filter((name) => !fields.has(name))).toEqual([])
        for (const origin of [lead.origin, ...Object.values(lead.origins ?? {})]) {
          expect(origin.source).not.toBe('')
          expect(origin.method).not.toBe('')
          expect(origin.confidence).toBeGreaterThanOrEqual(0)
          expect(origin.confidence).toBeLessThanOrEqual(1)
        }
      }
    }
  })

  it('continues from every cursor without repeating or skipping', async () => {
    const test = make()
    for (const query of test.queries) {
      const batches = await batchesOf(test, query, { batchSize: 3 })
      const all = keysOf(batches)
      for (const [index, { cursor }] of batches.entries()) {
        // A cursor is stored as JSON.
        const stored = JSON.parse(JSON.stringify(cursor))
        const rest = keysOf(await batchesOf(test, query, { cursor: stored, batchSize: 5 }))
        const before = new Set(keysOf(batches.slice(0, index + 1)))
        expect(rest.toSorted()).toEqual(all.filter((key) => !before.has(key)).toSorted())
      }
    }
  })

  it('ends within one batch of an abort, and sends nothing when aborted before', async () => {
    const test = make()
    for (const query of test.queries) {
      const stop = new AbortController()
      const seen: LeadBatch[] = []
      const context = sourceContext({ ...test.context, batchSize: 3, signal: stop.signal })
      try {
        for await (const batch of test.source.search?.(query, context) ?? []) {
          seen.push(batch)
          stop.abort(new Error('stopped'))
        }
      } catch (error) {
        expect((error as Error).message).toBe('stopped')
      }
      expect(seen).toHaveLength(1)
      const none = await batchesOf(test, query, { signal: AbortSignal.abort(new Error('stopped')) }).catch(
        () => [],
      )
      expect(none).toEqual([])
    }
  })
}

/**
 * Tests for every lead source. Call it in the adapter's test file; vendors reached over HTTP also pass
 * `testVendorFaults`.
 */
export function testLeadSource(name: string, make: () => SourceUnderTest): void {
  describe(`${name}, as a lead source`, () => {
    testDeclaration(make)
    testQuote(make)
    testPreview(make)
    testSearch(make)
  })
}
