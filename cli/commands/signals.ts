import { leadSignals } from '#contract/leads/leads.ts'
import { findSignal } from '#contract/leads/signals.ts'
import { checkWebsites } from '#contract/prospecting/enrichment.ts'
import { defineCommand } from '../arguments/command-spec.ts'
import { listParams } from '../arguments/lead-selection.ts'
import { parsed } from '../arguments/option-spec.ts'
import { idArgument, wholeNumber } from '../arguments/value-parsers.ts'
import type { ApiClient } from '../http/api-client.ts'
import { openClient } from '../http/open-session.ts'
import { countLines, listTypeFor, makeSelection, startAndFollow } from '../runs/enrichment-run.ts'
import { exitOfRun, stateUnlessDone } from '../runs/run-report.ts'
import { textTable } from '../terminal/text-table.ts'

const PAGE = 200

/** `leadwright signals check LIST_ID`: reads the websites of a list’s leads. */
export const signalsCheckCommand = defineCommand({
  name: 'signals check',
  summary: 'Read what the websites of a list’s leads lack and show',
  positionals: ['LIST_ID'],
  options: { 'max-cost': parsed('N', 'Stop when this many credits are spent', wholeNumber(0)) },
  notes: [
    'Free unless your package has a price for it. Websites are read by their robots.txt; one that could not be read keeps its signals unknown.',
  ],
  examples: ['leadwright signals check 12 --json'],
  async run(call) {
    const id = idArgument(call.positionals[0]!, 'LIST_ID')
    const client = await openClient(call)
    const type = await listTypeFor(client, id, 'check-websites')
    const maxCost = call.values['max-cost']
    const body = { selection: makeSelection(undefined), ...(maxCost !== undefined && { max_cost: maxCost }) }
    const { run } = await startAndFollow(call, client, async (sent) => {
      return (await client.call(checkWebsites, { params: { type, id }, body }, sent)).data
    })
    const { checked = 0, unread = 0 } = run.counts
    const document = { checked, unread, cost: run.cost, ...stateUnlessDone(run) }
    call.terminal.result(document, () => countLines(document))
    return exitOfRun(run)
  },
})

/** All leads with signals, page by page. */
async function readAll(client: ApiClient, params: Awaited<ReturnType<typeof listParams>>) {
  const all = []
  for (let page = 1, more = true; more; page += 1) {
    const { data, total } = await client.call(leadSignals, { params, query: { page, limit: PAGE } })
    all.push(...data)
    more = data.length > 0 && all.length < total
  }
  return all
}

/** `leadwright signals show LIST_ID`: signals of leads, with what shows them. */
export const signalsShowCommand = defineCommand({
  name: 'signals show',
  summary: 'Show the signals of a list’s leads, with what shows them',
  positionals: ['LIST_ID'],
  options: {},
  notes: [
    'Leads that were not checked are left out. The table names what is `yes` or has a date; --json has all values.',
  ],
  examples: ['leadwright signals show 12', 'leadwright signals show 12 --json'],
  async run(call) {
    const client = await openClient(call)
    const leads = await readAll(client, await listParams(client, call.positionals[0]!))
    const rows = leads.map(({ lead_id, name, signals }) => [
      lead_id,
      name ?? '',
      signals
        .filter(({ id: signal, value }) => value === 'yes' || findSignal(signal)?.kind === 'date')
        .map(({ id: signal }) => findSignal(signal)?.label ?? signal)
        .join(', '),
    ])
    call.terminal.result(leads, () => textTable(['LEAD', 'NAME', 'SIGNALS'], rows, call.terminal.width))
    return 0
  },
})
