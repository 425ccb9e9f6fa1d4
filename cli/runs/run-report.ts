import { RUN_DEFINITIONS } from '#contract/activity/run-kinds/index.ts'
import type { Run } from '#contract/activity/runs.ts'
import { CliError } from '../cli-error.ts'
import { EXIT } from '../exit-codes.ts'
import { formatPercent, groupedNumber } from '../terminal/progress-bar.ts'
import type { Terminal } from '../terminal/terminal.ts'

const LABELS: Record<Run['kind'], string> = {
  search: 'Searching',
  corpus_import: 'Importing',
  corpus_fetch: 'Fetching',
  corpus_remove: 'Removing',
  export: 'Exporting',
  find_emails: 'Finding emails',
  get_employees: 'Collecting people',
  check_websites: 'Checking websites',
  verify: 'Verifying',
  bounce_import: 'Importing bounces',
  lead_import: 'Importing leads',
  account_export: 'Exporting all data',
  waterfall: 'Looking up values',
  ai_text: 'Writing texts',
  training_crawl: 'Reading pages',
  crm: 'Sending to the CRM',
  crm_preview: 'Checking the CRM',
  erasure: 'Erasing',
  lead_score: 'Scoring leads',
}

/** Results of a run so far; the progress of an import itself is in bytes. */
const AMOUNTS: Record<Run['kind'], (counts: Run['counts']) => string> = {
  search: ({ delivered = 0 }) => `${groupedNumber(delivered)} leads`,
  corpus_import: ({ imported = 0, updated = 0, rejected = 0 }) =>
    `${groupedNumber(imported + updated + rejected)} rows`,
  corpus_fetch: ({ imported = 0, updated = 0, unchanged = 0, rejected = 0 }) =>
    `${groupedNumber(imported + updated + unchanged + rejected)} places`,
  corpus_remove: ({ removed = 0 }) => `${groupedNumber(removed)} places`,
  export: ({ rows = 0 }) => `${groupedNumber(rows)} rows`,
  find_emails: ({ found = 0, potential = 0 }) => `${groupedNumber(found + potential)} addresses`,
  get_employees: ({ people = 0 }) => `${groupedNumber(people)} people`,
  check_websites: ({ checked = 0 }) => `${groupedNumber(checked)} leads`,
  verify: (counts) =>
    `${groupedNumber(Object.values(counts).reduce((sum, count) => sum + count, 0))} addresses`,
  waterfall: ({ found = 0, potential = 0 }) => `${groupedNumber(found + potential)} values`,
  ai_text: ({ written = 0 }) => `${groupedNumber(written)} texts`,
  crm: ({ created = 0, updated = 0 }) => `${groupedNumber(created + updated)} sent`,
  crm_preview: ({ create = 0, update = 0, conflict = 0 }) =>
    `${groupedNumber(create + update + conflict)} to send`,
  lead_import: ({ imported = 0, merged = 0, rejected = 0 }) =>
    `${groupedNumber(imported + merged + rejected)} rows`,
  account_export: ({ records = 0 }) => `${groupedNumber(records)} records`,
  training_crawl: ({ added = 0, changed = 0, same = 0 }) => `${groupedNumber(added + changed + same)} pages`,
  erasure: ({ removed = 0 }) => `${groupedNumber(removed)} removed`,
  lead_score: ({ scored = 0 }) => `${groupedNumber(scored)} scored`,
  bounce_import: ({ received = 0 }) => `${groupedNumber(received)} bounces`,
}

/** A search of websites counts these, not leads. */
const formatAmount = (run: Run): string =>
  run.kind === 'search' && run.total !== null && RUN_DEFINITIONS.search.readsWebsites?.(run.list_type)
    ? `${groupedNumber(run.done)} of ${groupedNumber(run.total)} websites`
    : AMOUNTS[run.kind](run.counts)

/** Shows a run's progress on the terminal's bar. */
export const showProgress =
  (terminal: Terminal) =>
  (run: Run): void => {
    const label = run.cancel_requested
      ? 'Stopping'
      : run.state === 'queued'
        ? 'Waiting to start'
        : LABELS[run.kind]
    terminal.progress.update({
      label,
      done: run.done,
      total: run.total,
      amount: formatAmount(run),
    })
  }

/** Progress of a run in percent, or the amount done while the total is unknown. */
export const progressText = ({ done, total }: Run): string =>
  total === null || total === 0 ? groupedNumber(done) : formatPercent(done, total)

/** `state` and `error` for the JSON of a run that did not succeed; empty for one that did. */
export const stateUnlessDone = ({ state, error }: Run): Record<string, unknown> =>
  state === 'succeeded' ? {} : { state, ...(error ? { error } : {}) }

/** The exit code of an ended run. A failed one throws, so that its reason is printed. */
export function exitOfRun(run: Run): number {
  if (run.state !== 'failed') return run.state === 'cancelled' ? EXIT.runCancelled.code : EXIT.done.code
  const { code, message } = run.error ?? { code: 'run_failed', message: 'no reason given' }
  throw new CliError('runFailed', `Run ${run.id} failed: ${message}`, { code })
}
