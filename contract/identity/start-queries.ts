/** What the application asks of lists in every page; what `GET /api/start` holds of them. */
export const START_QUERIES = {
  runs: { page: 1, limit: 30 },
  to_review: { review: 'open', state: 'written', page: 1, limit: 1 },
} as const
