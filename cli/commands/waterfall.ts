import { randomUUID } from 'node:crypto'
import type { Run } from '#contract/activity/runs.ts'
import { LIST_TYPE_IDS } from '#contract/leads/list-types/index.ts'
import { showList } from '#contract/leads/lists.ts'
import * as api from '#contract/prospecting/waterfalls.ts'
import { WANTS, type Want } from '#contract/sources/source-kinds/define.ts'
import { type CommandCall, defineCommand } from '../arguments/command-spec.ts'
import { flag, parsed } from '../arguments/option-spec.ts'
import { idArgument, oneOf, wholeNumber } from '../arguments/value-parsers.ts'
import { usageError } from '../cli-error.ts'
import { EXIT } from '../exit-codes.ts'
import type { ApiClient } from '../http/api-client.ts'
import { openClient } from '../http/open-session.ts'
import { withSpendingHint } from '../http/spending-hint.ts'
import { listTypeFor, makeSelection, startAndFollow } from '../runs/enrichment-run.ts'
import { spanText } from '../runs/list-search.ts'
import { exitOfRun, stateUnlessDone } from '../runs/run-report.ts'
import { groupedNumber } from '../terminal/progress-bar.ts'
import { detailLines, right, textTable } from '../terminal/text-table.ts'

const options = {
  'max-cost': parsed('N', 'Stop when this many credits are spent', wholeNumber(0)),
  limit: parsed('N', 'Only the first N leads of the list', wholeNumber(1)),
  'mobile-only': flag('For phones: mobile numbers only'),
  quote: flag('Only show what it would find and cost'),
}
const { 'mobile-only': _mobileOnly, ...enrichOptions } = options
const waterfallOptions = {
  ...options,
  want: parsed(WANTS.join('|'), 'What to look up', oneOf(WANTS)),
  'dry-run': flag('Test ten leads; changes and charges nothing'),
}
type Values = CommandCall<typeof options>['values']
type Call = Pick<CommandCall<typeof options>, 'terminal'>

const COLUMNS = ['SOURCE', ...right('TRIED', 'FOUND', 'CREDITS')] as const

const findListType = async (client: ApiClient, id: number) => {
  const { data } = await client.call(showList, { params: { id } }, { patient: true })
  return LIST_TYPE_IDS.find((type) => type === data.type) ?? 'people'
}

/** Request fields beside the list and the value. */
const makeRequest = (values: Values) => ({
  selection: makeSelection(values.limit),
  ...(values['mobile-only'] ? { mobile_only: true } : {}),
  ...(values['max-cost'] === undefined ? {} : { max_cost: values['max-cost'] }),
})

async function printQuote(call: Call, client: ApiClient, target: { id: number; want: Want }, values: Values) {
  const { max_cost: _, ...request } = makeRequest(values)
  const type = await findListType(client, target.id)
  const body = { want: target.want, type, list_id: target.id, ...request }
  const { data } = await client.call(api.quoteWaterfall, { body }, { patient: true, key: randomUUID() })
  call.terminal.result(data, () =>
    detailLines([
      ['Leads', groupedNumber(data.leads)],
      ['Can be looked up', groupedNumber(data.eligible)],
      ['Found (min / expected / max)', spanText(data.found)],
      ['Credits (min / expected / max)', spanText(data.credits)],
      ['Credits available', groupedNumber(data.available)],
      ...data.steps.map(({ label, price, is_ready }): [string, string] => [
        label,
        is_ready ? `${price} credits a value` : 'not connected',
      ]),
    ]),
  )
  return EXIT.done.code
}

/** Prints the results of a run's sources. */
async function printSteps({ terminal }: Call, client: ApiClient, run: Run): Promise<number> {
  const { data } = await client.call(api.waterfallSteps, { params: { id: run.id } }, { patient: true })
  const steps = data.steps.map(({ source, tried, found, cost }) => ({ source, tried, found, cost }))
  const document = { run_id: run.id, tried: data.tried, found: data.found, cost: data.cost, steps }
  const rows = data.rows.length > 0 ? { rows: data.rows } : {}
  terminal.result({ ...document, ...rows, ...stateUnlessDone(run) }, () =>
    [
      detailLines([
        ['Run', String(run.id)],
        ['Tried', groupedNumber(data.tried)],
        ['Found', groupedNumber(data.found)],
        ['Cost', `${groupedNumber(data.cost)} credits`],
      ]),
      textTable(
        COLUMNS,
        data.steps.map(({ label, tried, found, cost }) => [
          label,
          ...[tried, found, cost].map(groupedNumber),
        ]),
        terminal.width,
      ),
    ].join('\n'),
  )
  return exitOfRun(run)
}

/** Starts a lookup, waits for it, and prints the results of its sources. */
async function runAndPrint(
  call: Call & Parameters<typeof startAndFollow>[0],
  client: ApiClient,
  start: (options: { patient: true; key: string }) => Promise<{ data: { run: Run } }>,
): Promise<number> {
  const { run } = await withSpendingHint(() =>
    startAndFollow(call, client, async (texts) => (await start(texts)).data),
  )
  return printSteps(call, client, run)
}

/**
 * `leadwright waterfall LIST_ID --want email|phone|profile`: looks a value up in several sources, one after another.
 */
export const waterfallCommand = defineCommand({
  name: 'waterfall',
  summary: 'Look up a value in several sources, in order',
  positionals: ['LIST_ID'],
  options: waterfallOptions,
  notes: [
    'Set the source order under Lead Search -> Waterfall. Misses are free.',
    'Ctrl-C asks the server to stop and prints what was found (exit 7); a second one exits at once.',
  ],
  examples: [
    'leadwright waterfall 12 --want email --dry-run',
    'leadwright waterfall 12 --want phone --max-cost 50',
  ],
  async run(call) {
    const { values } = call
    const id = idArgument(call.positionals[0]!, 'LIST_ID')
    const { want } = values
    if (!want)
      throw usageError('--want is missing', `Choose what to look up: --want ${WANTS.join(' or --want ')}`)
    const client = await openClient(call)
    if (values.quote) return printQuote(call, client, { id, want }, values)
    const type = await findListType(client, id)
    const body = { want, dry_run: values['dry-run'], ...makeRequest(values) }
    return runAndPrint(call, client, (options) =>
      client.call(api.startWaterfall, { params: { type, id }, body }, options),
    )
  },
})

/** `leadwright enrich LIST_ID`: looks up contacts, audience and statistics of influencers. */
export const enrichCommand = defineCommand({
  name: 'enrich',
  summary: 'Look up contacts, audience and statistics of an influencer list',
  positionals: ['LIST_ID'],
  options: enrichOptions,
  notes: ['Five credits per influencer that a source knows; misses and sample data are free.'],
  examples: ['leadwright enrich 12 --quote', 'leadwright enrich 12 --limit 20 --max-cost 100'],
  async run(call) {
    const { values } = call
    const id = idArgument(call.positionals[0]!, 'LIST_ID')
    const client = await openClient(call)
    const type = await listTypeFor(client, id, 'enrich')
    const request = { ...values, 'mobile-only': false }
    if (values.quote) return printQuote(call, client, { id, want: 'details' }, request)
    const body = { want: 'details' as const, dry_run: false, ...makeRequest(request) }
    return runAndPrint(call, client, (options) =>
      client.call(api.startWaterfall, { params: { type, id }, body }, options),
    )
  },
})

/** `leadwright get-phones LIST_ID`: looks up phone numbers for the people of a list. */
export const getPhonesCommand = defineCommand({
  name: 'get-phones',
  summary: 'Look up phone numbers for the leads of a people list',
  positionals: ['LIST_ID'],
  options,
  notes: [
    'One credit per lead with a number found; misses are free. Waits for numbers a source will send later.',
  ],
  examples: ['leadwright get-phones 12 --quote', 'leadwright get-phones 12 --mobile-only --max-cost 100'],
  async run(call) {
    const { values } = call
    const id = idArgument(call.positionals[0]!, 'LIST_ID')
    const client = await openClient(call)
    const type = await listTypeFor(client, id, 'get-phones')
    if (values.quote) return printQuote(call, client, { id, want: 'phone' }, values)
    return runAndPrint(call, client, (options) =>
      client.call(api.getPhones, { params: { type, id }, body: makeRequest(values) }, options),
    )
  },
})
