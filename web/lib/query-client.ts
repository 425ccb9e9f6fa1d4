import { queryOptions } from '@tanstack/react-query'
import type { Endpoint, Reply } from '#contract/core/endpoint.ts'
import { type CallArgs, call } from './api.ts'
import { listTopics, queryClient } from './freshness.ts'

/** Cache key of a call: the endpoint's name, then its input without options. */
export const makeKey = (
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
 * Query options for an endpoint: `useQuery(endpointQuery(lists, { query: { page: 1 } }))`. The screen shows
 * errors (no toast), and a POST that reads is retried like a GET.
 */
export function endpointQuery<E extends Endpoint>(endpoint: E, ...[input]: CallArgs<E>) {
  return queryOptions<Reply<E>>({
    queryKey: makeKey(endpoint, input),
    queryFn: ({ signal }) =>
      // Shown instead: nothing: it only reads
      call(endpoint, ...([{ ...input, signal, quiet: true, read: true }] as unknown as CallArgs<E>)),
    meta: listTopics(endpoint, input),
  })
}

/** Keeps the reply of a call that came with another one, unless there is one. */
export function keepFirst<E extends Endpoint>(
  reply: Reply<E> | null,
  endpoint: E,
  ...[input]: CallArgs<E>
): void {
  if (reply === null) return
  const options = queryClient.defaultQueryOptions(
    endpointQuery(endpoint, ...([input] as unknown as CallArgs<E>)),
  )
  const query = queryClient.getQueryCache().build(queryClient, options)
  if (query.state.data === undefined) query.setData(reply)
}
