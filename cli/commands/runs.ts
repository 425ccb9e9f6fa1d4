import { cancelRun, type Run } from '#contract/activity/runs.ts'
import { defineCommand } from '../arguments/command-spec.ts'
import { idArgument } from '../arguments/value-parsers.ts'
import { openClient } from '../http/open-session.ts'
import { followRun } from '../runs/follow-run.ts'
import { exitOfRun, progressText, showProgress } from '../runs/run-report.ts'
import { groupedNumber } from '../terminal/progress-bar.ts'
import { detailLines } from '../terminal/text-table.ts'

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
