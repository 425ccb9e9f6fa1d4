import type { Run } from '#contract/activity/runs.ts'
import type { List } from '#contract/leads/lists.ts'
import { pick } from '#server/platform/pick.ts'
import type { ListView } from './lists-reads.ts'

export const presentList = (list: ListView, lastRun: Run | null): List => ({
  ...pick(list, 'id', 'name', 'type', 'is_archived', 'is_pinned'),
  total: list.lead_count,
  emails: list.email_count,
  search: list.search,
  last_run: lastRun,
  folder: list.folder,
  tags: list.tags,
  lead_source: list.lead_source,
  created_by: list.created_by_email,
  created_by_name: list.created_by_name,
  created_at: list.created_at.toISOString(),
  updated_at: list.updated_at.toISOString(),
  deleted_at: list.deleted_at?.toISOString() ?? null,
})
