import { QueryClient, type QueryFilters, queryOptions } from '@tanstack/react-query'
import type { Endpoint, Reply } from '#contract/endpoint.ts'
import type { RunKind } from '#contract/run-kinds/index.ts'
import type { LiveEvent } from '#contract/runs.ts'
import { type CallArgs, call } from './api.ts'

/** The one cache of server data. Retrying is the API client's business, so it is off here. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: 15_000, gcTime: 5 * 60_000, refetchOnWindowFocus: true },
    mutations: { retry: false },
  },
})

/** The cache key of a call: the endpoint's name, then its input without options. */
export const keyOf = (
  endpoint: Pick<Endpoint, 'name'>,
  input: object = {},
): [string, Record<string, unknown>] => {
  const { params, query, body } = input as Record<string, unknown>
  return [
    endpoint.name,
    { ...(params ? { params } : {}), ...(query ? { query } : {}), ...(body ? { body } : {}) },
  ]
}

/**
 * Query options for an endpoint: `useQuery(endpointQuery(lists, { query: { page: 1 } }))`. Errors are left to the
 * screen (no toast), and a POST that reads is retried like a GET.
 */
export function endpointQuery<E extends Endpoint>(endpoint: E, ...[input]: CallArgs<E>) {
  return queryOptions<Reply<E>>({
    queryKey: keyOf(endpoint, input),
    queryFn: ({ signal }) =>
      call(endpoint, ...([{ ...input, signal, quiet: true, read: true }] as unknown as CallArgs<E>)),
  })
}

const listIdOf = (input: unknown): number | undefined =>
  (input as { params?: { id?: number } } | undefined)?.params?.id

/** Answers that change while a run of a kind works. */
const OF_KIND: Partial<Record<RunKind, readonly string[]>> = {
  verify: ['emailVerification.index'],
  bounce_import: ['bounces.index', 'sourceStats.index'],
}

/** Whether a live event makes a cached answer stale. The key is what `keyOf` made. */
export function isTouchedBy(event: LiveEvent, key: readonly unknown[]): boolean {
  const [name, input] = key
  if (typeof name !== 'string') return false
  if (event.type === 'wallet') return name.startsWith('wallet.')
  if (event.type === 'run') {
    const { id, kind, list_id } = event.run
    if (name === 'runs.index' || OF_KIND[kind]?.includes(name)) return true
    if (name === 'lists.history') return listIdOf(input) === list_id
    return (name === 'runs.show' || name === 'websites.ofRun') && listIdOf(input) === id
  }
  if (event.type !== 'list') return false
  if (name === 'lists.index') return true
  const ofList = name.startsWith('lists.') || name.startsWith('leads.') || name === 'websites.ofList'
  return ofList && listIdOf(input) === event.list_id
}

/**
 * Marks these answers as stale; what is on screen is fetched again. A first answer that is on its way may have been
 * made before the change, and marking alone asks for nothing then: it is asked for again after it has come.
 */
export async function refetchStale(client: QueryClient, filters: QueryFilters): Promise<void> {
  const onTheWay = client.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' })
  const first = new Set(onTheWay.filter(({ state }) => state.data === undefined))
  await client.invalidateQueries(filters)
  if (first.size > 0) await client.invalidateQueries({ predicate: (query) => first.has(query) })
}

/** The same for everything that a live event touches. */
export const invalidateFor = (event: LiveEvent, client: QueryClient = queryClient): Promise<void> =>
  refetchStale(client, { predicate: ({ queryKey }) => isTouchedBy(event, queryKey) })
