interface RequestedQuery {
  queryKey: readonly unknown[]
}

interface RequestedBody {
  body?: { type?: unknown; search?: { source?: unknown } }
}

/**
 * Keeps figures until the next ones arrive, but only for the same type and source: another source's count
 * says nothing about the chosen one.
 */
export const keepFigures =
  (type: string, source: unknown) =>
  <T>(previous: T | undefined, query: RequestedQuery | undefined): T | undefined => {
    const { body } = (query?.queryKey[1] ?? {}) as RequestedBody
    return body?.type === type && body.search?.source === source ? previous : undefined
  }
