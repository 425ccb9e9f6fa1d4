import { refreshSource, removalOfSource, removeSource } from '#contract/sources/corpus-areas.ts'
import { defineCommand } from '../arguments/command-spec.ts'
import { flag } from '../arguments/option-spec.ts'
import { EXIT } from '../exit-codes.ts'
import { openClient } from '../http/open-session.ts'
import { startAndFollow } from '../runs/enrichment-run.ts'
import { exitOfRun, stateUnlessDone } from '../runs/run-report.ts'
import { followFetch, sourceNamed } from '../runs/source-run.ts'
import { confirmYes } from '../terminal/confirm-yes.ts'
import { groupedNumber } from '../terminal/progress-bar.ts'

/** `leadwright corpus refresh`: fetches the areas of a source again from the newest release. */
export const corpusRefreshCommand = defineCommand({
  name: 'corpus refresh',
  summary: 'Fetch the areas of a source again, from the newest release',
  positionals: ['NAME'],
  notes: ['Places keep their ids. Places missing in the newest release are left out of searches.'],
  async run(call) {
    const client = await openClient(call)
    const { id } = await sourceNamed(client, call.positionals[0]!)
    return followFetch(call.terminal, client, (options) =>
      client.call(refreshSource, { params: { id } }, options),
    )
  },
})

/** `leadwright corpus remove`: deletes a source with all its places. */
export const corpusRemoveCommand = defineCommand({
  name: 'corpus remove',
  summary: 'Remove a source of the business data with all its places',
  positionals: ['NAME'],
  options: { yes: flag('Skip the confirmation') },
  notes: ['Leads that accounts already have stay.'],
  async run(call) {
    const { terminal, values } = call
    const client = await openClient(call)
    const { id } = await sourceNamed(client, call.positionals[0]!)
    const { data: removal } = await client.call(removalOfSource, { params: { id } })
    const { name, places, people, linked } = removal
    const question = `Remove ${name} with ${groupedNumber(places)} places (${groupedNumber(linked)} of them also in another source) and ${groupedNumber(people)} people?`
    if (!values.yes && !(await confirmYes(terminal, question))) return EXIT.interrupted.code
    const { run } = await startAndFollow(call, client, async ({ patient }) => ({
      run: (await client.call(removeSource, { params: { id } }, { patient })).data,
    }))
    const { removed = 0 } = run.counts
    terminal.result(
      { run_id: run.id, removed, ...stateUnlessDone(run) },
      () => `Removed ${name} with ${groupedNumber(removed)} places and people (run ${run.id})`,
    )
    return exitOfRun(run)
  },
})
