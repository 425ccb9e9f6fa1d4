import { defineSource, type SourceDeclaration, type Want } from '#contract/sources/source-kinds/define.ts'
import type {
  EnrichAnswer,
  FoundValue,
  LeadSource,
  LeadToEnrich,
  PendingState,
} from '#server/providers/lead-sources/index.ts'

/** A fake source's result for a lead: values by field, a promise, or nothing. */
export type FakeAnswer =
  | { values: Record<string, string | number>; vendorCost?: number }
  | { promise: string }
  | null

export interface FakeEnricher {
  source: LeadSource
  /** Requested leads, in order. */
  requested: { leadId: number; want: Want }[]
}

/** A source that looks up values by lead with `answer`, which may throw ProviderErrors. */
export function createFakeEnricher(
  declared: Partial<SourceDeclaration> & { id: string; enriches: readonly Want[] },
  answer: (
    lead: LeadToEnrich,
    want: Want,
    hookUrl: string | null,
    signal: AbortSignal,
  ) => FakeAnswer | Promise<FakeAnswer>,
  later: {
    pending?(reference: string): Promise<PendingState>
    readHook?: LeadSource['readHook']
    verify?: LeadSource['verify']
  } = {},
): FakeEnricher {
  const requested: FakeEnricher['requested'] = []
  const { id } = declared
  const foundValue = (value: string | number): FoundValue => ({
    value,
    origin: {
      source: id,
      url: null,
      method: 'api',
      confidence: 0.9,
      observed_at: null,
      licence: null,
      record: null,
    },
  })
  const source: LeadSource = {
    declaration: defineSource({
      label: id,
      answers: {},
      terms: { text: 'For tests', url: null },
      verifies: Boolean(later.verify),
      ...declared,
    }),
    quote: async () => ({ matched: 0, withoutCoordinates: 0, dataAsOf: null, keys: [], ceiling: null }),
    async *enrich({ units, wants }, context) {
      for (const unit of units) {
        const answers: EnrichAnswer[] = []
        for (const lead of await unit.leads()) {
          context.signal.throwIfAborted()
          await context.pace()
          requested.push({ leadId: lead.id, want: wants[0] as Want })
          const reply = await answer(lead, wants[0] as Want, context.hook?.url ?? null, context.signal)
          if (reply && 'promise' in reply)
            answers.push({
              leadId: lead.id,
              values: {},
              pending: { reference: reply.promise, pollAfterSeconds: 0 },
            })
          else {
            const values = Object.entries(reply?.values ?? {}).map(([name, value]) => [
              name,
              foundValue(value),
            ])
            answers.push({
              leadId: lead.id,
              values: Object.fromEntries(values),
              ...(reply?.vendorCost !== undefined && { vendorCost: reply.vendorCost }),
            })
          }
        }
        yield [{ unit: unit.key, answers, problem: null }]
      }
    },
    ...(later.pending && { pending: later.pending }),
    ...(later.readHook && { readHook: later.readHook }),
    ...(later.verify && { verify: later.verify }),
  }
  return { source, requested }
}

export const fakeValue = (source: string, value: string): FoundValue => ({
  value,
  origin: {
    source,
    url: null,
    method: 'api',
    confidence: 0.9,
    observed_at: null,
    licence: null,
    record: null,
  },
})
