import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { CallInput, Endpoint, Reply } from '#contract/core/endpoint.ts'
import type { CallArgs } from './api.ts'
import { endpointQuery } from './query-client.ts'
import type { EndpointOptions } from './use-endpoint.ts'

type Loose<T> = { [Key in keyof T]?: T[Key] | null | '' }
type PagedInput<E> = {
  [Key in keyof CallInput<E>]: Key extends 'query' ? Loose<CallInput<E>[Key]> : CallInput<E>[Key]
}

/** The query without empty filters, texts trimmed. */
const withoutEmpty = (query: object): object =>
  Object.fromEntries(
    Object.entries(query)
      .map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value])
      .filter(([, value]) => value !== null && value !== undefined && value !== ''),
  )

/** A query whose parameters change: the previous page stays on screen until the next arrives. */
export function usePagedQuery<E extends Endpoint>(
  endpoint: E,
  input: PagedInput<E>,
  options: EndpointOptions<E> = {},
) {
  const { query, ...rest } = input as { query?: object }
  return useQuery<Reply<E>>({
    ...endpointQuery(
      endpoint,
      ...([{ ...rest, ...(query && { query: withoutEmpty(query) }) }] as unknown as CallArgs<E>),
    ),
    placeholderData: keepPreviousData,
    ...options,
  })
}
