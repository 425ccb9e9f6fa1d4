import { randomUUID } from 'node:crypto'
import type { Run } from '#contract/activity/runs.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { counted } from '#contract/core/plural.ts'
import { LIST_TYPES, type ListTypeId } from '#contract/leads/list-types/index.ts'
import { createList } from '#contract/leads/lists.ts'
import { createQuote } from '#contract/prospecting/searches.ts'
import type { CommandCall } from '../arguments/command-spec.ts'
import { flag, parsed, text } from '../arguments/option-spec.ts'
import { defaultListName } from '../arguments/search-fields.ts'
import { wholeNumber } from '../arguments/value-parsers.ts'
import { EXIT } from '../exit-codes.ts'
import type { ApiClient } from '../http/api-client.ts'
import { confirmYes } from '../terminal/confirm-yes.ts'
import { catchInterrupt } from '../terminal/interrupt.ts'
import { groupedNumber } from '../terminal/progress-bar.ts'
import { detailLines } from '../terminal/text-table.ts'
import { followRun } from './follow-run.ts'
import { showProgress } from './run-report.ts'

export const searchOptions = {
  limit: parsed('N', 'Maximum leads', wholeNumber(1)),
  'only-new': flag('Skip leads already in a list or exported before'),
  'check-websites': flag('Check the websites of what it delivers for signals (local)'),
  name: text('LIST', 'List name; derived from the search by default'),
  quote: flag('Only show what it would find and cost'),
  'max-cost': parsed('N', 'Stop when this many credits are spent', wholeNumber(0)),
  yes: flag('Start without asking, whatever it costs'),
}
export type SearchCall = CommandCall<typeof searchOptions>
type Quote = Reply<typeof createQuote>['data']

/** The type and fields of the search. */
export interface SearchRequest {
  type: ListTypeId
  search: Record<string, unknown>
  limit?: number
  only_new: boolean
}

/** A search of this type with the given limits. */
export const searchRequest = (
  { values }: SearchCall,
  type: ListTypeId,
  search: Record<string, unknown>,
): SearchRequest => ({
  type,
  search,
  only_new: values['only-new'],
  ...(values.limit === undefined ? {} : { limit: values.limit }),
})

/** Minimum, expected and maximum, or one number where they are equal. */
export const spanText = ({ min, expected, max }: Quote['leads']): string =>
  min === max ? groupedNumber(max) : [min, expected, max].map(groupedNumber).join(' / ')

/** The resolved place: another one of that name may have been meant. */
export const placeLine = (near: Quote['near']): [string, string][] => (near ? [['Place', near.label]] : [])

/** How many matches are new; empty if unknown. */
const savedLines = ({ matched, already_saved: saved }: Quote): [string, string][] =>
  saved === null
    ? []
    : [
        ['New to you', groupedNumber(matched - saved)],
        ['Already saved', groupedNumber(saved)],
      ]

/** What is known before a search runs; the contents of websites are not. */
const matchLines = (quote: Quote): [string, string][] => [
  ...placeLine(quote.near),
  ['Total', groupedNumber(quote.matched)],
  ...savedLines(quote),
  ...(quote.already_exported
    ? ([['Exported before', groupedNumber(quote.already_exported)]] satisfies [string, string][])
    : []),
  ...(quote.already_in_crm
    ? ([['In your CRM', groupedNumber(quote.already_in_crm)]] satisfies [string, string][])
    : []),
  ['Already paid', groupedNumber(quote.already_paid)],
  ['Without coordinates', groupedNumber(quote.without_coordinates)],
]

/** Filters that the source does not support. */
const notAppliedLine = ({ not_applied: names }: Quote): [string, string][] =>
  names.length > 0 ? [['Filters not applied', names.join(', ')]] : []

/** Sources that are not queried, and values that are deleted after a while. */
const sourceLines = ({ left_out: leftOut, retention }: Quote): [string, string][] => [
  ...leftOut.map(({ source, reason }): [string, string] => ['Left out', `${source} (${reason})`]),
  ...retention.map(({ source, days }): [string, string] => [
    'Kept for',
    `${days} days (values from ${source}, unless another source confirms them)`,
  ]),
]

/** Skipped entries with the reason. */
const skippedLines = ({ skipped }: Quote): [string, string][] =>
  skipped.map(({ entry, reason }) => ['Skipped', `${entry} (${reason})`])

const quoteText = (quote: Quote, type: ListTypeId): string =>
  detailLines([
    ...notAppliedLine(quote),
    ...sourceLines(quote),
    ...skippedLines(quote),
    ...(LIST_TYPES[type].searchUnit === 'website' ? [] : matchLines(quote)),
    ['Leads (min / expected / max)', spanText(quote.leads)],
    ['Credits (min / expected / max)', spanText(quote.credits)],
    ['Credits available', groupedNumber(quote.available)],
    ['Leads they pay for', groupedNumber(quote.affordable)],
    ['Valid until', quote.expires_at],
  ])

export async function printQuote(
  call: SearchCall,
  client: ApiClient,
  request: SearchRequest,
): Promise<number> {
  const { data } = await client.call(createQuote, { body: request })
  call.terminal.result(data, () => quoteText(data, request.type))
  return EXIT.done.code
}

/** Share of the available credits above which a search is confirmed first. */
const ASK_ABOVE = 0.2

/** Whether to start: asks if the search may cost much of what is left, unless a limit or `--yes` was given. */
export async function confirmCost(
  { values, terminal }: SearchCall,
  client: ApiClient,
  request: SearchRequest,
) {
  if (values.yes || values['max-cost'] !== undefined) return true
  const { credits, available } = (await client.call(createQuote, { body: request })).data
  if (credits.max <= available * ASK_ABOVE) return true
  const cost = `up to ${counted(credits.max, 'credit')} of your ${groupedNumber(available)}`
  return confirmYes(terminal, `This search may cost ${cost}. Start it?`)
}

/** Runs a search into a new list and waits for its end; Ctrl-C stops the run. */
export async function runSearch({ values, terminal }: SearchCall, client: ApiClient, request: SearchRequest) {
  const body = {
    name: values.name ?? defaultListName(request.type, request.search),
    ...request,
    ...(values['check-websites'] && { check_websites: true }),
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

const STATE_LABELS: Partial<Record<Run['state'], string>> = { cancelled: ' (cancelled)', failed: ' (failed)' }

/** Number of a run, with its state when it did not succeed. */
export const runLabel = (run: Run): string => `${run.id}${STATE_LABELS[run.state] ?? ''}`
