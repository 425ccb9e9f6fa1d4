import type { Website, WebsiteVisit } from '#contract/sources/websites.ts'
import { pick } from '#server/platform/pick.ts'
import type { WebsiteVisitRow } from './websites-store.ts'

export const presentVisit = (row: WebsiteVisitRow): WebsiteVisit => ({
  ...pick(row, 'domain', 'state', 'pages', 'emails', 'phones', 'people', 'problem', 'moved_to'),
  started_at: row.started_at?.toISOString() ?? null,
  finished_at: row.finished_at?.toISOString() ?? null,
})

/** The report as stored; it already has the reply's shape. */
export const presentWebsite = (row: WebsiteVisitRow): Website => ({
  ...(row.report as Omit<Website, 'read_at'>),
  read_at: (row.finished_at as Date).toISOString(),
})
