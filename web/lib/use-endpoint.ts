import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import type { CallInput, Endpoint, Reply } from '#contract/core/endpoint.ts'
import type { CallArgs } from './api.ts'
import { endpointQuery } from './query-client.ts'

export type EndpointOptions<E> = Omit<UseQueryOptions<Reply<E>>, 'queryKey' | 'queryFn' | 'meta' | 'select'>

type Args<E> =
  Partial<CallInput<E>> extends CallInput<E>
    ? [input?: CallInput<E>, options?: EndpointOptions<E>]
    : [input: CallInput<E>, options?: EndpointOptions<E>]

/** The reply of an endpoint, fetched and kept fresh: `useEndpoint(lists, { query: { page: 1 } })`. */
export const useEndpoint = <E extends Endpoint>(endpoint: E, ...[input, options]: Args<E>) =>
  useQuery<Reply<E>>({ ...endpointQuery(endpoint, ...([input] as unknown as CallArgs<E>)), ...options })
