interface RequestedQuery {
  queryKey: readonly unknown[]
}

interface RequestedBody {
  body?: { type?: unknown; search?: { source?: unknown } }
}

/**
 * Figures stay on screen until the next ones are there, but only those of the same type and source: a count of another
 * source says nothing about the one that is chosen.
 */
export const keepFiguresOf =
  (type: string, source: unknown) =>
  <T>(previous: T | undefined, query: RequestedQuery | undefined): T | undefined => {
    const { body } = (query?.queryKey[1] ?? {}) as RequestedBody
    return body?.type === type && body.search?.source === source ? previous : undefined
  }
