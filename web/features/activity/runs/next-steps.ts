import type { RunKind } from '#contract/activity/run-kinds/index.ts'
import type { Run } from '#contract/activity/runs.ts'
import type { ActionName } from '#contract/leads/list-types/define.ts'
import { LIST_TYPES, type ListTypeId } from '#contract/leads/list-types/index.ts'
import { failedLeadsLink, isRunActive } from '../../../lib/run-facts.ts'
import { runListPath } from './run-progress.ts'

/** A next step after a run: a page, an action on its list, or downloading its file again. */
export type NextStep = { label: string } & (
  | { to: string; search?: Record<string, unknown> }
  | { action: ActionName }
  | { download: true }
)

type Steps = (run: Run) => readonly (NextStep | false | null | undefined)[]

const some = (run: Run, ...names: string[]): boolean => names.some((name) => (run.counts[name] ?? 0) > 0)

/** An action on the run's list, if its type supports it. */
const action = (run: Run, name: ActionName, label: string): NextStep | false =>
  run.list_id !== null &&
  LIST_TYPES[run.list_type as ListTypeId]?.actions.includes(name) === true && { label, action: name }

const page = (
  to: string | undefined,
  label: string,
  search?: Record<string, unknown>,
): NextStep | undefined => (to === undefined ? undefined : { label, to, ...(search && { search }) })

const openList = (run: Run) => page(runListPath(run), 'Open list')
const searchAgain = (run: Run, label: string) => {
  const path = runListPath(run)
  return page(path && `${path}/new-search`, label)
}
const reviewTexts = (run: Run) =>
  page('/lead-search/ai-assistant', 'Review texts', {
    tab: 'review',
    ...(run.list_id !== null && { list: run.list_id }),
  })

const linkSent = (run: Run) => {
  const path = runListPath(run)
  return page(path && `${path}/crm`, 'See what was sent')
}
const exportList = (run: Run, label = 'Export') => action(run, 'csv', label)

/** The file of an export while it is available. */
export const availableFile = ({ file }: Pick<Run, 'file'>, now = Date.now()): Run['file'] =>
  file && Date.parse(file.expires_at) > now ? file : null

function unreadable(run: Run): NextStep | null {
  const link = failedLeadsLink(run)
  return link && { label: 'See which couldn’t be read', ...link }
}

/** Next steps by kind of run: after success, and after failure. */
const STEPS: Record<RunKind, { done: Steps; failed: Steps }> = {
  search: {
    done: (run) =>
      some(run, 'delivered')
        ? [openList(run), action(run, 'find-emails', 'Find emails') || exportList(run)]
        : [searchAgain(run, 'New search')],
    failed: (run) => [searchAgain(run, 'Try again'), some(run, 'delivered') && openList(run)],
  },
  find_emails: {
    done: (run) => [
      some(run, 'potential') && action(run, 'verify', 'Verify emails'),
      some(run, 'found', 'potential') ? exportList(run) : openList(run),
      unreadable(run),
    ],
    failed: (run) => [action(run, 'find-emails', 'Try again')],
  },
  get_employees: {
    done: (run) => [openList(run), some(run, 'people') && action(run, 'find-emails', 'Find emails')],
    failed: (run) => [some(run, 'people') && openList(run)],
  },
  check_websites: {
    done: (run) => [openList(run), unreadable(run)],
    failed: (run) => [action(run, 'check-websites', 'Try again')],
  },
  verify: {
    done: (run) => [openList(run) ?? page('/lead-search/email-verification', 'See results', { run: run.id })],
    failed: (run) => [action(run, 'verify', 'Try again')],
  },
  export: {
    done: (run) => [
      availableFile(run) ? { label: 'Download again', download: true } : exportList(run, 'Export again'),
    ],
    failed: (run) => [exportList(run, 'Export again')],
  },
  lead_score: {
    done: (run) => [openList(run)],
    failed: () => [],
  },
  account_export: {
    done: () => [page('/profile-settings/account-data', 'Download')],
    failed: () => [page('/profile-settings/account-data', 'Export again')],
  },
  erasure: {
    done: () => [page('/suppression/erasures', 'See the report')],
    failed: () => [page('/suppression', 'Erase again')],
  },
  corpus_import: {
    done: () => [page('/lead-search/new-search', 'New search')],
    failed: () => [page('/admin/corpus', 'Import again')],
  },
  corpus_fetch: {
    done: () => [page('/lead-search/new-search', 'New search')],
    failed: () => [page('/admin/corpus', 'Fetch again')],
  },
  corpus_remove: {
    done: () => [page('/admin/corpus', 'Business data')],
    failed: () => [page('/admin/corpus', 'Remove again')],
  },
  training_crawl: {
    done: (run) => [page('/ai/training', 'Choose pages', { job: run.id })],
    failed: () => [page('/ai/training', 'Try again')],
  },
  waterfall: {
    done: (run) => [some(run, 'found', 'potential') ? exportList(run) : openList(run)],
    failed: (run) => [openList(run)],
  },
  ai_text: {
    done: (run) => [some(run, 'written') && reviewTexts(run), openList(run)],
    failed: (run) => [some(run, 'written') && reviewTexts(run), action(run, 'ai', 'Try again')],
  },
  crm: {
    done: (run) => [linkSent(run)],
    failed: (run) => [linkSent(run), openList(run)],
  },
  crm_preview: {
    done: (run) => [openList(run)],
    failed: (run) => [openList(run)],
  },
  lead_import: {
    done: (run) => [
      some(run, 'imported', 'merged') && openList(run),
      page('/lead-search/import', 'See the import', { run: run.id }),
    ],
    failed: (run) => [
      page('/lead-search/import', 'Import again'),
      some(run, 'imported', 'merged') && openList(run),
    ],
  },
  bounce_import: {
    done: () => [page('/lead-search/sources', 'Source quality')],
    failed: () => [page('/lead-search/sources', 'Import again')],
  },
}

/** Next steps of an ended run, the most likely first. A cancelled one offers its results. */
export function nextSteps(run: Run): NextStep[] {
  if (isRunActive(run)) return []
  const { done, failed } = STEPS[run.kind]
  const isOver = run.state === 'failed' || (run.state === 'cancelled' && run.kind === 'export')
  return (isOver ? failed : done)(run).filter((step): step is NextStep => Boolean(step))
}
