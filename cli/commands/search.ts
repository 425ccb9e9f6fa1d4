import type { Run } from '#contract/activity/runs.ts'
import * as api from '#contract/leads/list-types/index.ts'
import { defineCommand } from '../arguments/command-spec.ts'
import { didYouMean } from '../arguments/nearest-word.ts'
import { makeSearch, SEARCH_FIELD_OPTIONS } from '../arguments/search-fields.ts'
import { usageError } from '../cli-error.ts'
import { EXIT } from '../exit-codes.ts'
import { openClient } from '../http/open-session.ts'
import {
  confirmCost,
  placeLine,
  printQuote,
  runLabel,
  runSearch,
  type SearchCall,
  searchOptions,
  searchRequest,
} from '../runs/list-search.ts'
import { exitOfRun, stateUnlessDone } from '../runs/run-report.ts'
import { groupedNumber } from '../terminal/progress-bar.ts'
import { detailLines } from '../terminal/text-table.ts'

function listType(word: string): api.ListTypeId {
  const known = api.LIST_TYPE_NAMES.find((candidate) => candidate === word)
  if (known) return api.canonicalListType(known)
  const guess = didYouMean(word, api.LIST_TYPE_NAMES)
  throw usageError(`"${word}" is not a list type.${guess}`, `List types: ${api.LIST_TYPE_IDS.join(', ')}`)
}

type Found = Awaited<ReturnType<typeof runSearch>>['list']

function searchText(
  { name, near }: Found,
  run: Run,
  { list_id, matched, delivered, cost }: Record<string, number>,
): string {
  return detailLines([
    ['List', `${list_id}  ${name}`],
    ...placeLine(near),
    ['Run', runLabel(run)],
    ['Matched', groupedNumber(matched!)],
    ['Delivered', groupedNumber(delivered!)],
    ['Cost', `${groupedNumber(cost!)} credits`],
  ])
}

/** `leadwright search TYPE`: prints the price of a search, or runs it into a new list and waits for it. */
export const searchCommand = defineCommand({
  name: 'search',
  summary: 'Search leads into a new list and wait for it',
  positionals: ['TYPE'],
  options: { ...SEARCH_FIELD_OPTIONS, ...searchOptions },
  notes: [
    `TYPE is ${api.LIST_TYPE_IDS.join(', ')}. Options with types in brackets apply to those only.`,
    '`search domain` (or `search single`) takes domains and has its own help: leadwright search domain --help',
    'Asks first if the search may cost more than a fifth of your credits; --max-cost or --yes skips the question.',
    'Ctrl-C asks the server to stop the search and prints what was delivered (exit 7); a second one exits at once.',
  ],
  examples: [
    'leadwright search local --category brewery --near "Portland, Oregon" --radius 25km --has website',
    'leadwright search local --category dentist --near -33.87,151.21 --radius 10mi --limit 100 --quote',
    'leadwright search people --position "Head of marketing" --place Germany --has email',
    'leadwright search people --title CTO --company-domain acme.com --source hunter --max-cost 60',
    'leadwright search influencer --platform instagram --followers-min 10000 --engagement-rate 0.02 --lastposted 60',
    'leadwright search people --seniority c_level,vp --company Acme --source sample --limit 20',
  ],
  async run(commandCall) {
    const call = commandCall as unknown as SearchCall
    const type = listType(call.positionals[0]!)
    const request = searchRequest(call, type, makeSearch(type, call.values))
    const client = await openClient(call)
    if (call.values.quote) return printQuote(call, client, request)
    if (!(await confirmCost(call, client, request))) return EXIT.interrupted.code
    const { list, run } = await runSearch(call, client, request)
    const { matched = 0, delivered = 0 } = run.counts
    const document = { list_id: list.id, run_id: run.id, matched, delivered, cost: run.cost }
    call.terminal.result({ ...document, ...stateUnlessDone(run) }, () => searchText(list, run, document))
    return exitOfRun(run)
  },
})
