import { randomUUID } from 'node:crypto'
import type { Reply } from '#contract/endpoint.ts'
import {
  canonicalListType,
  LIST_TYPE_IDS,
  LIST_TYPE_WORDS,
  type ListTypeId,
} from '#contract/list-types/index.ts'
import { createList } from '#contract/lists.ts'
import type { Run } from '#contract/runs.ts'
import { createQuote } from '#contract/searches.ts'
import { type CommandCall, defineCommand } from '../arguments/command-spec.ts'
import { didYouMean } from '../arguments/nearest-word.ts'
import { flag, parsed, text } from '../arguments/option-spec.ts'
import { defaultListName, SEARCH_FIELD_OPTIONS, searchOf } from '../arguments/search-fields.ts'
import { wholeNumber } from '../arguments/value-parsers.ts'
import { usageError } from '../cli-error.ts'
import { EXIT } from '../exit-codes.ts'
import type { ApiClient } from '../http/api-client.ts'
import { openClient } from '../http/open-session.ts'
import { followRun } from '../runs/follow-run.ts'
import { exitOfRun, showProgress, stateUnlessDone } from '../runs/run-report.ts'
import { catchInterrupt } from '../terminal/interrupt.ts'
import { groupedNumber } from '../terminal/progress-bar.ts'
import { detailLines } from '../terminal/text-table.ts'

const searchOptions = {
  limit: parsed('N', 'At most this many leads', wholeNumber(1)),
  'only-new': flag('Leave out leads that already stand in a list'),
  name: text('LIST', 'Name of the list; made from the search when absent'),
  quote: flag('Only tell what it would bring and cost'),
  'max-cost': parsed('N', 'Stop when this many credits are spent', wholeNumber(0)),
}
type Call = CommandCall<typeof searchOptions>
type Quote = Reply<typeof createQuote>['data']

interface SearchOrder {
  type: ListTypeId
  search: Record<string, unknown>
  limit?: number
  only_new: boolean
}

function listType(word: string): ListTypeId {
  const known = LIST_TYPE_WORDS.find((candidate) => candidate === word)
  if (known) return canonicalListType(known)
  const guess = didYouMean(word, LIST_TYPE_WORDS)
  throw usageError(`"${word}" is not a list type.${guess}`, `List types: ${LIST_TYPE_IDS.join(', ')}`)
}

function orderOf({ values, positionals }: Call): SearchOrder {
  const type = listType(positionals[0]!)
  return {
    type,
    search: searchOf(type, values),
    only_new: values['only-new'],
    ...(values.limit === undefined ? {} : { limit: values.limit }),
  }
}

const span = ({ min, expected, max }: Quote['leads']): string =>
  min === max ? groupedNumber(max) : [min, expected, max].map(groupedNumber).join(' / ')

/** The place that the words were taken for: another one of that name may have been meant. */
const placeLine = (near: Quote['near']): [string, string][] => (near ? [['Place', near.label]] : [])

const quoteText = (quote: Quote): string =>
  detailLines([
    ...placeLine(quote.near),
    ['Matched', groupedNumber(quote.matched)],
    ['Already in lists', groupedNumber(quote.already_in_lists)],
    ['Already paid', groupedNumber(quote.already_paid)],
    ['Without coordinates', groupedNumber(quote.without_coordinates)],
    ['Leads (min / expected / max)', span(quote.leads)],
    ['Credits (min / expected / max)', span(quote.credits)],
    ['Credits available', groupedNumber(quote.available)],
    ['Leads they pay for', groupedNumber(quote.affordable)],
    ['Valid until', quote.expires_at],
  ])

async function printQuote(call: Call, client: ApiClient, order: SearchOrder): Promise<number> {
  const { data } = await client.call(createQuote, { body: order })
  call.terminal.result(data, () => quoteText(data))
  return EXIT.done.code
}

async function runSearch({ values, terminal }: Call, client: ApiClient, order: SearchOrder) {
  const body = {
    name: values.name ?? defaultListName(order.type, order.search),
    ...order,
    ...(values['max-cost'] === undefined ? {} : { max_cost: values['max-cost'] }),
  }
  const interrupt = catchInterrupt()
  try {
    const { data } = await client.call(createList, { body }, { patient: true, key: randomUUID() })
    const run = await followRun(client, data.run.id, {
      onProgress: showProgress(terminal),
      cancelOn: interrupt.signal,
    })
    return { list: data, run }
  } finally {
    interrupt.release()
  }
}

const STATE_WORDS: Partial<Record<Run['state'], string>> = { cancelled: ' (cancelled)', failed: ' (failed)' }

function searchText(
  { name, near }: Pick<Quote, 'near'> & { name: string },
  run: Run,
  { list_id, matched, delivered, cost }: Record<string, number>,
): string {
  return detailLines([
    ['List', `${list_id}  ${name}`],
    ...placeLine(near),
    ['Run', `${run.id}${STATE_WORDS[run.state] ?? ''}`],
    ['Matched', groupedNumber(matched!)],
    ['Delivered', groupedNumber(delivered!)],
    ['Cost', `${groupedNumber(cost!)} credits`],
  ])
}

/** `leadwright search TYPE`: prices a search, or runs it into a new list and waits for it. */
export const searchCommand = defineCommand({
  name: 'search',
  summary: 'Search leads into a new list and wait for it',
  positionals: ['TYPE'],
  options: { ...SEARCH_FIELD_OPTIONS, ...searchOptions },
  notes: [
    `TYPE is ${LIST_TYPE_IDS.join(', ')}. Options with types in brackets apply to those only.`,
    'Ctrl-C asks the server to stop the search and prints what was delivered (exit 7); a second one leaves at once.',
  ],
  examples: [
    'leadwright search local --category brewery --near "Portland, Oregon" --radius 25km --has website',
    'leadwright search local --category dentist --near -33.87,151.21 --radius 10mi --limit 100 --quote',
    'leadwright search people --position "Head of marketing" --source sample --limit 20',
  ],
  async run(given) {
    const call = given as unknown as Call
    const order = orderOf(call)
    const client = await openClient(call)
    if (call.values.quote) return printQuote(call, client, order)
    const { list, run } = await runSearch(call, client, order)
    const { matched = 0, delivered = 0 } = run.counts
    const document = { list_id: list.id, run_id: run.id, matched, delivered, cost: run.cost }
    call.terminal.result({ ...document, ...stateUnlessDone(run) }, () => searchText(list, run, document))
    return exitOfRun(run)
  },
})
