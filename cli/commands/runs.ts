import { cancelRun, type Run, runs } from '#contract/activity/runs.ts'
import { MAX_PAGE_SIZE } from '#contract/core/constants.ts'
import { defineCommand } from '../arguments/command-spec.ts'
import { flag, parsed } from '../arguments/option-spec.ts'
import { idArgument, wholeNumber } from '../arguments/value-parsers.ts'
import { openClient } from '../http/open-session.ts'
import { readPages } from '../http/read-pages.ts'
import { followRun } from '../runs/follow-run.ts'
import { exitOfRun, progressText, showProgress } from '../runs/run-report.ts'
import { groupedNumber } from '../terminal/progress-bar.ts'
import { detailLines, pageText, right } from '../terminal/text-table.ts'

const COLUMNS = [...right('ID'), 'KIND', 'STATE', ...right('PROGRESS', 'COST'), 'TITLE'] as const

const row = (run: Run) => [
  run.id,
  run.kind,
  run.cancel_requested && run.state === 'running' ? 'stopping' : run.state,
  progressText(run),
  groupedNumber(run.cost),
  run.title,
]

const runText = (run: Run): string =>
  detailLines([
    ['Run', `${run.id}  ${run.title}`],
    ['State', run.state],
    ['Progress', progressText(run)],
    ...Object.entries(run.counts).map(([name, count]): [string, string] => [
      name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' '),
      groupedNumber(count),
    ]),
    ['Cost', `${groupedNumber(run.cost)} credits`],
  ])

/** `leadwright runs`: lists active and past runs, newest first. */
export const runsCommand = defineCommand({
  name: 'runs',
  summary: 'Runs of the account, newest first',
  options: {
    active: flag('Only queued and running ones'),
    limit: parsed('N', 'At most this many (100 by default)', wholeNumber(1)),
  },
  async run(call) {
    const client = await openClient(call)
    const { active, limit: maxRows = 100 } = call.values
    const found = await readPages(maxRows, MAX_PAGE_SIZE, (page, limit) =>
      client.call(runs, { query: { page, limit, ...(active ? { active } : {}) } }),
    )
    call.terminal.result(found, () =>
      pageText(COLUMNS, found.data.map(row), found.total, call.terminal.width),
    )
  },
})

/** `leadwright runs watch ID`: waits for a run. Ctrl-C stops watching, not the run. */
export const watchCommand = defineCommand({
  name: 'runs watch',
  summary: 'Wait for a run, with its progress',
  positionals: ['ID'],
  notes: ['Ctrl-C only stops watching; `leadwright runs cancel ID` stops the run.'],
  async run(call) {
    const id = idArgument(call.positionals[0]!, 'ID')
    const client = await openClient(call)
    const run = await followRun(client, id, { onProgress: showProgress(call.terminal) })
    call.terminal.result(run, () => runText(run))
    return exitOfRun(run)
  },
})

/** `leadwright runs cancel ID`: stops a run and waits until it has stopped. */
export const cancelCommand = defineCommand({
  name: 'runs cancel',
  summary: 'Stop a run; delivered leads stay',
  positionals: ['ID'],
  async run(call) {
    const id = idArgument(call.positionals[0]!, 'ID')
    const client = await openClient(call)
    await client.call(cancelRun, { params: { id } })
    const run = await followRun(client, id, { onProgress: showProgress(call.terminal) })
    call.terminal.result(run, () => runText(run))
  },
})
