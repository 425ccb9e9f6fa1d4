import { MAX_DOMAINS } from '#contract/core/constants.ts'
import { type CommandCall, defineCommand } from '../arguments/command-spec.ts'
import { type OptionSpec, text } from '../arguments/option-spec.ts'
import { makeSearch, searchFieldOptions } from '../arguments/search-fields.ts'
import { type RequestedDomain, requestedDomains, splitDomains } from '../arguments/split-domains.ts'
import { usageError } from '../cli-error.ts'
import { EXIT } from '../exit-codes.ts'
import { readInputText } from '../files/input-text.ts'
import { filledLines, firstCells, hasColumn, namedColumn } from '../files/text-columns.ts'
import { openClient } from '../http/open-session.ts'
import { withSpendingHint } from '../http/spending-hint.ts'
import { type DomainReport, domainText, readDomains } from '../runs/domain-report.ts'
import {
  confirmCost,
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

const DOMAIN_COLUMN =
  /^(?:company[ _-]?)?(?:domain(?:[ _-]?name)?|web[ _-]?site(?:[ _-]?url)?|url|home[ _-]?page)s?$/i

const options = {
  ...searchFieldOptions('single'),
  file: text(
    'FILE',
    'Domains from a file: one per line, or a CSV with a column domain or website; - is standard input',
  ),
  ...searchOptions,
} as typeof searchOptions & {
  file: OptionSpec<string | undefined>
  domains: OptionSpec<string[] | undefined>
}
type Call = CommandCall<typeof options>

async function domainsOfFile({ values, env, terminal }: Call): Promise<string[]> {
  if (values.file === undefined) return []
  const content = await readInputText(env.workingFolder, values.file, terminal.input)
  if (hasColumn(content, DOMAIN_COLUMN)) return namedColumn(content, DOMAIN_COLUMN)
  const header = firstCells(content)
  if (header.length > 1 && header.every((cell) => !cell.includes('.'))) {
    throw usageError(`"${values.file}" has no column domain or website`, `Its columns: ${header.join(', ')}`)
  }
  return splitDomains(filledLines(content))
}

/** Every requested domain once, in the order of arguments, options and file. */
async function readRequested(call: Call): Promise<RequestedDomain[]> {
  const typed = [
    ...splitDomains(call.positionals),
    ...(call.values.domains ?? []),
    ...(await domainsOfFile(call)),
  ]
  const requested = requestedDomains(typed)
  const domains = requested.filter(({ isDomain }) => isDomain)
  if (requested.length > 0 && domains.length === 0) {
    throw usageError(`"${requested[0]!.name}" is not a domain`, 'leadwright search domain acme.example')
  }
  if (domains.length > MAX_DOMAINS) {
    throw usageError(
      `${groupedNumber(domains.length)} domains are too many. The limit is ${groupedNumber(MAX_DOMAINS)} at once`,
    )
  }
  return requested
}

interface Document {
  list_id: number
  run_id: number
  delivered: number
  cost: number
  domains: DomainReport[]
}

const documentText = (name: string, run: string, found: Document, width: number): string =>
  [
    detailLines([
      ['List', `${found.list_id}  ${name}`],
      ['Run', run],
      ['Delivered', groupedNumber(found.delivered)],
      ['Cost', `${groupedNumber(found.cost)} credits`],
    ]),
    ...found.domains.map((report) => domainText(report, width)),
  ].join('\n\n')

/** `leadwright search domain DOMAIN...`: reads the websites of companies and prints the findings. */
export const searchDomainCommand = defineCommand({
  name: 'search domain',
  aliases: ['search single'],
  summary: 'Contacts of companies from their own websites, into a new list',
  positionals: ['DOMAIN...?'],
  options,
  notes: [
    '`domain` is the list type `single`. A page or an email address is read as its domain.',
    'A found or potential address costs 1 credit; addresses whose check could not tell, inferred addresses, phones, people and profiles are free.',
    'Ctrl-C asks the server to stop and prints what was delivered (exit 7); a second one exits at once.',
  ],
  examples: [
    'leadwright search domain acme.example',
    'leadwright search domain --file companies.csv --max-emails 20 --max-cost 500 --json',
  ],
  async run(commandCall) {
    const call = commandCall as unknown as Call
    const requested = await readRequested(call)
    // All of them: the server skips words that are no domain, and reports them.
    const domains = requested
      .toSorted((one, other) => Number(other.isDomain) - Number(one.isDomain))
      .flatMap(({ hosts }) => hosts)
    const search = { ...makeSearch('single', call.values), ...(domains.length > 0 ? { domains } : {}) }
    if (domains.length === 0 && (search as { source?: unknown }).source !== 'sample') {
      throw usageError('No domain given', 'leadwright search domain acme.example, or --file FILE')
    }
    const request = searchRequest(call, 'single', search)
    const client = await openClient(call)
    const searchCall = call as SearchCall
    if (call.values.quote) return printQuote(searchCall, client, request)
    if (!(await withSpendingHint(() => confirmCost(searchCall, client, request))))
      return EXIT.interrupted.code
    const { list, run } = await withSpendingHint(() => runSearch(searchCall, client, request))
    const reports = await readDomains(client, { list_id: list.id, run_id: run.id }, requested)
    const document = {
      list_id: list.id,
      run_id: run.id,
      delivered: run.counts.delivered ?? 0,
      cost: run.cost,
      domains: reports,
    }
    call.terminal.result({ ...document, ...stateUnlessDone(run) }, () =>
      documentText(list.name, runLabel(run), document, call.terminal.width),
    )
    return exitOfRun(run)
  },
})
