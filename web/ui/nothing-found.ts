/** What the dropdown of a list from the server says where it has no rows. */
export const nothingFound = (
  query: { isPending: boolean; isError: boolean },
  rows: string,
  empty: string,
): string => (query.isPending ? 'Loading…' : query.isError ? `${rows} could not be loaded` : empty)
