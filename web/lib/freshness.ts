import { QueryClient, type QueryFilters } from '@tanstack/react-query'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { fillTopics, isStale } from '#contract/core/topics.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Topics that the answer tells about, as `topicsOf` made them. */
      reads?: readonly string[]
    }
  }
}

/**
 * The one cache of server data. Retrying is the API client's business, so it is off here. Calls are also made while
 * the browser thinks that it is offline: held back, they would neither fail nor say anything.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: 15_000,
      gcTime: 5 * 60_000,
      refetchOnWindowFocus: true,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

type Effects = Pick<Endpoint, 'reads' | 'changes'>

const paramsOf = (input: object | undefined): Record<string, unknown> | undefined =>
  (input as { params?: Record<string, unknown> } | undefined)?.params

/** The `meta` of a cached answer: what it tells about, so that it is asked for again when that has changed. */
export const topicsOf = (endpoint: Effects, input?: object): { reads: readonly string[] } => ({
  reads: fillTopics(endpoint.reads ?? [], paramsOf(input)),
})

/** What a success of this call has changed. */
export const changesOf = (endpoint: Effects, input?: object): string[] =>
  fillTopics(endpoint.changes ?? [], paramsOf(input))

/**
 * Marks these answers as stale; what is on screen is fetched again. A first answer that is on its way may have been
 * made before the change, and marking alone asks for nothing then: it is asked for again after it has come.
 */
async function refetchStale(client: QueryClient, filters: QueryFilters): Promise<void> {
  const onTheWay = client.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' })
  const first = new Set(onTheWay.filter(({ state }) => state.data === undefined))
  await client.invalidateQueries(filters)
  if (first.size > 0) await client.invalidateQueries({ predicate: (query) => first.has(query) })
}

/** The one place that decides what is asked for again: every answer that tells about one of these topics. */
export async function markChanged(
  changed: readonly string[],
  client: QueryClient = queryClient,
): Promise<void> {
  if (changed.length === 0) return
  await refetchStale(client, { predicate: ({ meta }) => isStale(meta?.reads ?? [], changed) })
}
