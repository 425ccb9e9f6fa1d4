import { startVendorDouble, type VendorDouble, type VendorRequest } from '../vendor-double.ts'
import type { VendorAnswer } from '../vendor-faults.ts'
import { type InventedPerson, inventedPeople } from './invented-people.ts'

/** The default key of fake vendors. */
export const FAKE_KEY = 'fake-key-of-a-vendor'

export interface FakeVendorOptions {
  /** Number of people: the first of `inventedPeople`. Default 60. */
  people?: number
  /** Credits by key; by default one key with a million. Other keys are rejected. */
  keys?: Record<string, number>
}

/**
 * A vendor on this machine with people, keys and a bill. Configure `url` as its base URL. `hold()` holds replies
 * back until the returned function is called; `failOnce` and `answering` make it fail.
 */
export interface FakeVendor extends VendorDouble {
  people: InventedPerson[]
  /** Remaining credits by key; mutable. */
  keys: Map<string, number>
  /** Every request that succeeded or found nothing, with its cost. */
  log: { path: string; charged: number }[]
  /** The sum of `log`. */
  charged(): number
}

/** Passed to a fake's routes. */
export interface Desk {
  people: InventedPerson[]
  /** Charges credits and replies; the vendor's error when there are not enough. */
  answer(
    charged: number,
    body: unknown,
    more?: Omit<VendorAnswer, 'status'> & { status?: number },
  ): VendorAnswer
  question: VendorRequest
  key: string
  left: number
}

interface Routes {
  /** The key of a request; null for one that needs none. */
  keyOf(question: VendorRequest): string | null
  wrongKey: VendorAnswer
  usedUp: VendorAnswer
  /** Headers of every reply. */
  headersOf?(charged: number, left: number): Record<string, string>
  serve(desk: Desk): VendorAnswer | undefined
}

const toText = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body))

/** Starts a fake vendor. Other paths are 404. */
export async function startFakeVendor(
  { people: count = 60, keys: credits = { [FAKE_KEY]: 1_000_000 } }: FakeVendorOptions,
  routes: Routes,
): Promise<FakeVendor> {
  const people = inventedPeople(count)
  const keys = new Map(Object.entries(credits))
  const log: FakeVendor['log'] = []
  const double = await startVendorDouble((question) => {
    const key = routes.keyOf(question)
    if (key !== null && !keys.has(key)) return routes.wrongKey
    const left = key === null ? 0 : (keys.get(key) ?? 0)
    const answer: Desk['answer'] = (charged, body, more = {}) => {
      if (charged > left) return routes.usedUp
      if (key !== null) keys.set(key, left - charged)
      log.push({ path: question.path, charged })
      const headers = { ...routes.headersOf?.(charged, left - charged), ...more.headers }
      return { status: 200, ...more, headers, body: toText(body) }
    }
    return routes.serve({ people, answer, question, key: key ?? '', left }) ?? { status: 404 }
  })
  return { ...double, people, keys, log, charged: () => log.reduce((sum, { charged }) => sum + charged, 0) }
}
