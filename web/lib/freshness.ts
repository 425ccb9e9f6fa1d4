import { QueryClient, type QueryFilters } from '@tanstack/react-query'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { fillTopics, isStale } from '#contract/core/topics.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Topics that the response depends on, from `listTopics`. */
      reads?: readonly string[]
    }
  }
}

/**
 * The single cache of server data. Retries are done by the API client, so they are off here. Calls are also
 * made while the browser reports to be offline: queued ones would neither fail nor show anything.
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

const readParams = (input: object | undefined): Record<string, unknown> | undefined =>
  (input as { params?: Record<string, unknown> } | undefined)?.params

/** The `meta` of a cached response: topics whose change makes it stale. */
export const listTopics = (endpoint: Effects, input?: object): { reads: readonly string[] } => ({
  reads: fillTopics(endpoint.reads ?? [], readParams(input)),
})

/** Topics changed by a successful call. */
export const listChanges = (endpoint: Effects, input?: object): string[] =>
  fillTopics(endpoint.changes ?? [], readParams(input))

/**
 * Marks responses as stale and refetches visible ones. A first response still in flight may predate the
 * change, and marking alone would not refetch it: it is fetched again after it arrives.
 */
async function refetchStale(client: QueryClient, filters: QueryFilters): Promise<void> {
  const onTheWay = client.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' })
  const first = new Set(onTheWay.filter(({ state }) => state.data === undefined))
  await client.invalidateQueries(filters)
  if (first.size > 0) await client.invalidateQueries({ predicate: (query) => first.has(query) })
}

/** The single place that decides what to refetch: every response that depends on one of these topics. */
export async function markChanged(
  changed: readonly string[],
  client: QueryClient = queryClient,
): Promise<void> {
  if (changed.length === 0) return
  await refetchStale(client, { predicate: ({ meta }) => isStale(meta?.reads ?? [], changed) })
}
