import type { Run } from '#contract/activity/runs.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { corpusSources } from '#contract/sources/corpus.ts'
import { CliError } from '../cli-error.ts'
import type { ApiClient } from '../http/api-client.ts'
import { groupedNumber } from '../terminal/progress-bar.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { startAndFollow } from './enrichment-run.ts'
import { exitOfRun, stateUnlessDone } from './run-report.ts'

type Source = Reply<typeof corpusSources>['data'][number]

/** A corpus source by its name, ignoring case. @throws CliError exit 4 when there is none. */
export async function sourceNamed(client: ApiClient, name: string): Promise<Source> {
  const { data } = await client.call(corpusSources, {}, { patient: true })
  const found = data.find((source) => source.name.toLowerCase() === name.toLowerCase())
  if (found) return found
  throw new CliError('notFound', `The business data has no source called "${name}"`, {
    code: 'not_found',
    hint: data.length > 0 ? `It has ${data.map((source) => source.name).join(', ')}` : 'It is empty',
  })
}

/** The changes of a fetch as text. */
function fetchLabel({ id, state, counts }: Run): string {
  const { imported = 0, updated = 0, unchanged = 0, vanished = 0, rejected = 0 } = counts
  const prefix = state === 'succeeded' ? 'Fetched' : 'Until it stopped:'
  const parts = [
    `${groupedNumber(imported)} new`,
    `${groupedNumber(updated - unchanged)} changed`,
    `${groupedNumber(unchanged)} unchanged`,
    `${groupedNumber(vanished)} vanished`,
    ...(rejected > 0 ? [`${groupedNumber(rejected)} rejected`] : []),
  ]
  return `${prefix} ${parts.join(', ')} (run ${id})`
}

/** Starts a fetch, waits for its end and prints its changes; Ctrl-C stops it. */
export async function followFetch(
  terminal: Terminal,
  client: ApiClient,
  start: (options: { patient: true; key: string }) => Promise<{ data: Run }>,
): Promise<number> {
  const { run } = await startAndFollow({ terminal }, client, async (options) => ({
    run: (await start(options)).data,
  }))
  const { imported = 0, updated = 0, unchanged = 0, vanished = 0, rejected = 0 } = run.counts
  const document = {
    run_id: run.id,
    new: imported,
    changed: updated - unchanged,
    unchanged,
    vanished,
    rejected,
    ...stateUnlessDone(run),
  }
  terminal.result(document, () => fetchLabel(run))
  return exitOfRun(run)
}
