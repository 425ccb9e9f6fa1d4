import { defineSource } from '#contract/sources/source-kinds/define.ts'
import {
  type LeadSource,
  ProviderError,
  type ProviderErrorCode,
} from '#server/providers/lead-sources/index.ts'

/** Accepted by the fake vendor. */
export const GOOD_KEY = 'fox-key-0123456789-good'

export const keyedDeclaration = defineSource({
  id: 'keyed',
  label: 'Fox Data',
  answers: { people: ['position', 'company'] },
  enriches: ['email'],
  credential: [
    { name: 'key', label: 'API key', kind: 'secret', help: 'At Fox Data under Account, API' },
    { name: 'region', label: 'Region', kind: 'text', optional: true },
  ],
  vendorPrice: '1 credit of Fox Data for each person',
  perMinute: 60_000,
  terms: { text: 'For tests only. Keep nothing for longer than 30 days.', url: 'https://fox.example/terms' },
  retentionDays: 30,
})

/** A vendor with keys that fails on demand and records its requests. */
export interface KeyedSource {
  source: LeadSource
  /** Its failure; null to reply normally. */
  fault: { code: ProviderErrorCode; retryAfterSeconds?: number } | null
  /** Keys of its requests, the newest last. */
  readonly keys: string[]
}

/** A vendor whose only valid key is GOOD_KEY. */
export function createKeyedSource(declaration = keyedDeclaration): KeyedSource {
  const vendor: KeyedSource = { source: undefined as unknown as LeadSource, fault: null, keys: [] }
  const request = async (context: Parameters<NonNullable<LeadSource['test']>>[0]) => {
    await context.pace()
    const key = context.credential?.open().key ?? ''
    vendor.keys.push(key)
    if (vendor.fault) throw new ProviderError(declaration, vendor.fault.code, vendor.fault)
    if (!key.endsWith('-good')) throw new ProviderError(declaration, 'unauthorized')
  }
  vendor.source = {
    declaration,
    async quote(_query, context) {
      await request(context)
      return { matched: 3, isEstimate: true, withoutCoordinates: 0, dataAsOf: null, keys: [], ceiling: null }
    },
    async *search(_query, context) {
      await request(context)
      yield { leads: [], cursor: {} }
    },
    async *enrich({ units }, context) {
      for (const { key } of units) {
        await request(context)
        yield [{ unit: key, answers: [], problem: null }]
      }
    },
    async test(context) {
      await request(context)
      return { plan: 'Free', left: 25 }
    },
  }
  return vendor
}
