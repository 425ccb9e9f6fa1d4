import { randomUUID } from 'node:crypto'
import type { Run } from '#contract/activity/runs.ts'
import type { CallInput, Reply } from '#contract/core/endpoint.ts'
import type { ActionName } from '#contract/leads/list-types/define.ts'
import { LIST_TYPE_IDS, LIST_TYPES, type ListTypeId } from '#contract/leads/list-types/index.ts'
import { showList } from '#contract/leads/lists.ts'
import { type EnrichAction, quoteEnrichment } from '#contract/prospecting/enrichment.ts'
import type { CommandCall } from '../arguments/command-spec.ts'
import { usageError } from '../cli-error.ts'
import { EXIT } from '../exit-codes.ts'
import type { ApiClient } from '../http/api-client.ts'
import { catchInterrupt } from '../terminal/interrupt.ts'
import { groupedNumber } from '../terminal/progress-bar.ts'
import { detailLines } from '../terminal/text-table.ts'
import { followRun } from './follow-run.ts'
import { spanText } from './list-search.ts'
import { showProgress } from './run-report.ts'

type Surroundings = Pick<CommandCall<unknown>, 'terminal'>
type EnrichQuote = Reply<typeof quoteEnrichment>['data']
type QuoteBody = CallInput<typeof quoteEnrichment>['body']

/** All leads of a list, or the first ones. */
export const makeSelection = (first: number | undefined): QuoteBody['selection'] => ({
  filters: {},
  ...(first === undefined ? {} : { first }),
})

/** The type of a list that an action works on. Throws a usage error when its type does not support the action. */
export async function listTypeFor(client: ApiClient, id: number, action: ActionName): Promise<ListTypeId> {
  const { data: list } = await client.call(showList, { params: { id } }, { patient: true })
  const allowed = LIST_TYPE_IDS.filter((type) => LIST_TYPES[type].actions.includes(action))
  const type = allowed.find((candidate) => candidate === list.type)
  if (type) return type
  throw usageError(`${action} works on lists of the types ${allowed.join(', ')}; list ${id} is ${list.type}`)
}

const FOUND_LABELS: Record<EnrichAction, string> = {
  'find-emails': 'Addresses',
  'get-employees': 'People',
  'check-websites': 'Leads',
  verify: 'Checks',
}

const quoteText = (quote: EnrichQuote): string =>
  detailLines([
    ['Leads', groupedNumber(quote.leads)],
    ['Eligible', groupedNumber(quote.eligible)],
    ...Object.entries(quote.skipped).map(([reason, count]): [string, string] => [
      `Left out: ${reason.replaceAll('_', ' ')}`,
      groupedNumber(count),
    ]),
    ['Websites', groupedNumber(quote.websites)],
    [`${FOUND_LABELS[quote.action]} (min / expected / max)`, spanText(quote.found)],
    ...quote.sources
      .filter(({ is_selected }) => is_selected)
      .map(({ label, left_out, people, unit_cost }): [string, string] => [
        label,
        left_out ?? `${spanText(people)} people, ${unit_cost} credits each`,
      ]),
    ['Credits (min / expected / max)', spanText(quote.credits)],
    ['Credits available', groupedNumber(quote.available)],
    ['Mailbox checks', quote.smtp],
    ['Valid until', quote.expires_at],
  ])

export async function printEnrichQuote(
  { terminal }: Surroundings,
  client: ApiClient,
  body: QuoteBody,
): Promise<number> {
  const { data } = await client.call(quoteEnrichment, { body }, { patient: true, key: randomUUID() })
  terminal.result(data, () => quoteText(data))
  return EXIT.done.code
}

/** Starts a run and waits for its end; Ctrl-C stops the run. `start` gets an idempotency key. */
export async function startAndFollow<T extends { run: Pick<Run, 'id'> }>(
  { terminal }: Surroundings,
  client: ApiClient,
  start: (options: { patient: true; key: string }) => Promise<T>,
): Promise<{ started: T; run: Run }> {
  const interrupt = catchInterrupt()
  try {
    const started = await start({ patient: true, key: randomUUID() })
    const run = await followRun(client, started.run.id, {
      onProgress: showProgress(terminal),
      cancelOn: interrupt.signal,
    })
    return { started, run }
  } finally {
    interrupt.release()
  }
}

/** The run, its counts and its cost as lines of text. */
export const countLines = (document: Record<string, unknown>): string =>
  detailLines(
    Object.entries(document)
      .filter(([, value]) => typeof value === 'number' || typeof value === 'string')
      .map(([name, value]): [string, string] => [
        name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' '),
        typeof value === 'number' && !name.endsWith('_id') ? groupedNumber(value) : String(value),
      ]),
  )
