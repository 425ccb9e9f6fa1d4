import { MAX_PEOPLE } from '#contract/core/constants.ts'
import { getEmployees } from '#contract/prospecting/enrichment.ts'
import { type CommandCall, defineCommand } from '../arguments/command-spec.ts'
import { flag, parsed, text } from '../arguments/option-spec.ts'
import { idArgument, wholeNumber } from '../arguments/value-parsers.ts'
import { usageError } from '../cli-error.ts'
import { openClient } from '../http/open-session.ts'
import { withSpendingHint } from '../http/spending-hint.ts'
import {
  countLines,
  listTypeFor,
  makeSelection,
  printEnrichQuote,
  startAndFollow,
} from '../runs/enrichment-run.ts'
import { exitOfRun, stateUnlessDone } from '../runs/run-report.ts'

/** `none` is an empty list. */
const sourceIds = (texts: string): string[] =>
  texts.trim() === 'none'
    ? []
    : texts
        .split(',')
        .map((id) => id.trim())
        .filter(Boolean)

const options = {
  'with-emails': flag('Also deliver the published addresses of people, 1 credit each'),
  'max-people': parsed('N', `People per company, at most ${MAX_PEOPLE}`, wholeNumber(1)),
  sources: parsed(
    'IDS',
    'Connected people sources to query after the websites, separated by commas; `none` uses websites only. Default: all',
    sourceIds,
  ),
  into: parsed('LIST_ID', 'Existing people list to add them to, instead of a new one', (text) =>
    idArgument(text, '--into'),
  ),
  name: text('LIST', 'List name'),
  'max-cost': parsed('N', 'Stop when this many credits are spent', wholeNumber(0)),
  quote: flag('Only show what it would find and cost'),
}
type Call = CommandCall<typeof options>

/** The options in the contract's names; absent ones are left to the server. */
function readChoices({ values }: Call) {
  const { 'max-people': people, sources } = values
  return {
    with_emails: values['with-emails'],
    ...(people === undefined ? {} : { max_people: people }),
    ...(sources === undefined ? {} : { sources }),
  }
}

function makeRequest(call: Call) {
  const { into, name, 'max-cost': maxCost } = call.values
  if (into !== undefined && name !== undefined) {
    throw usageError('--into names an existing list, --name a new one: use only one')
  }
  return {
    selection: makeSelection(undefined),
    ...readChoices(call),
    ...(into === undefined ? {} : { into_list_id: into }),
    ...(name === undefined ? {} : { name }),
    ...(maxCost === undefined ? {} : { max_cost: maxCost }),
  }
}

/**
 * `leadwright get-employees LIST_ID`: collects the people of a list's companies, from websites and people sources,
 * in a people list.
 */
export const getEmployeesCommand = defineCommand({
  name: 'get-employees',
  summary: "Collect the people of a list's companies into a people list",
  positionals: ['LIST_ID'],
  options,
  notes: [
    'People on websites are free; connected people sources cost the price per person shown by --quote.',
    'list_id of the result is the people list.',
    'Ctrl-C asks the server to stop and prints what was collected (exit 7); a second one exits at once.',
  ],
  examples: [
    'leadwright get-employees 12 --name "People of the breweries"',
    'leadwright get-employees 12 --with-emails --max-people 10 --into 15',
    'leadwright get-employees 12 --sources apollo,hunter --quote',
  ],
  async run(call: Call) {
    const { values, terminal } = call
    const id = idArgument(call.positionals[0]!, 'LIST_ID')
    const body = makeRequest(call)
    const client = await openClient(call)
    const type = await listTypeFor(client, id, 'get-employees')
    if (values.quote) {
      const { selection } = body
      return printEnrichQuote(call, client, {
        action: 'get-employees',
        type,
        list_id: id,
        selection,
        ...readChoices(call),
      })
    }
    const { started, run } = await withSpendingHint(() =>
      startAndFollow(call, client, async (options) => {
        return (await client.call(getEmployees, { params: { type, id }, body }, options)).data
      }),
    )
    const { people = 0, emails = 0 } = run.counts
    const counts = { people, emails, cost: run.cost }
    const document = { run_id: run.id, list_id: started.list_id, ...counts, ...stateUnlessDone(run) }
    terminal.result(document, () => countLines(document))
    return exitOfRun(run)
  },
})
