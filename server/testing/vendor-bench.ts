import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import type { Want } from '#contract/sources/source-kinds/define.ts'
import { createOutbound } from '#server/platform/fetch/outbound.ts'
import type {
  LeadBatch,
  LeadSource,
  LeadToEnrich,
  SearchContext,
  SourceCredential,
  WorkContext,
} from '#server/providers/lead-sources/index.ts'
import { FAKE_KEY, type FakeVendor } from './fake-vendors/fake-vendor.ts'
import { LEAD_TO_ENRICH, sourceContext } from './lead-source-contract.ts'
import { testVendorFaults } from './vendor-faults.ts'

const FAKE_CREDENTIAL: SourceCredential = { id: 1, level: 'account', open: () => ({ key: FAKE_KEY }) }

interface Setup {
  outbound: ReturnType<typeof createOutbound>
  baseUrl: string
  now(): Date
  timeoutMs?: number
  wait(): Promise<void>
}

/** An adapter with its fake vendor, both created when a test starts. */
export function vendorBench<Fake extends FakeVendor>(
  start: () => Promise<Fake>,
  create: (setup: Setup) => LeadSource,
) {
  const outbound = createOutbound({ userAgent: 'test', allowLoopback: true })
  let fake: Fake
  let clock = Date.parse('2026-11-01T00:00:00Z')
  const setupOf = (timeoutMs?: number): Setup => ({
    outbound,
    baseUrl: fake.url,
    now: () => new Date(clock),
    ...(timeoutMs && { timeoutMs }),
    // Time only passes during waits.
    async wait() {
      clock += 3000
    },
  })
  beforeAll(async () => {
    fake = await start()
  })
  afterAll(async () => {
    await outbound.close()
    await fake.close()
  })
  const bench = {
    fake: () => fake,
    source: (timeoutMs?: number) => create(setupOf(timeoutMs)),
    context: (change: Partial<Parameters<typeof sourceContext>[0]> = {}) =>
      sourceContext({ credential: FAKE_CREDENTIAL, ...change }),

    /** All batches of a people search. */
    async search(search: Record<string, unknown>, change: Partial<SearchContext> = {}) {
      const batches: LeadBatch[] = []
      const found = bench.source().search?.({ type: 'people', search }, bench.context(change))
      for await (const batch of found ?? []) batches.push(batch)
      return batches
    },

    /** Looks up one lead. */
    async enrich(wants: readonly Want[], lead: Partial<LeadToEnrich>, change: Partial<WorkContext> = {}) {
      const units = [{ key: '1', leads: async () => [{ ...LEAD_TO_ENRICH, ...lead }] }]
      const groups =
        bench
          .source()
          .enrich?.(
            { type: wants.includes('details') ? 'influencer' : 'people', wants, units },
            bench.context(change),
          ) ?? []
      for await (const [first] of groups) return first
      return undefined
    },

    /** Runs `testVendorFaults` for the adapter; `requestOnce` sends its vendor one request. */
    testFaults(
      name: string,
      request: (source: LeadSource, context: SearchContext) => Promise<unknown>,
      answers: readonly number[] = [],
      emptyIsAnswer = false,
    ) {
      testVendorFaults(
        name,
        async (answer) => {
          const pauses: number[] = []
          const pause = async (seconds: number) => void pauses.push(seconds)
          const before = fake.requests.length
          const source = bench.source(answer.hangs ? 50 : undefined)
          const error = await fake.answering(answer, () =>
            request(source, bench.context({ pauseFor: pause })).catch((failure: unknown) => failure),
          )
          return { error, heldBack: pauses, requests: fake.requests.length - before }
        },
        FAKE_KEY,
        { answers, emptyIsAnswer },
      )
    },
  }
  return bench
}

/** Machine-readable contracts of vendors, if they exist beside the project. */
export const CONTRACTS = join(import.meta.dirname, '../../../shared/contracts')

/** A vendor's contract by path, parsed; null when it is missing, so that a test skips. */
export function vendorContract(path: string): unknown {
  const file = join(CONTRACTS, path)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
}
