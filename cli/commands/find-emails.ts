import { findEmails } from '#contract/prospecting/enrichment.ts'
import { type CommandCall, defineCommand } from '../arguments/command-spec.ts'
import { flag, parsed } from '../arguments/option-spec.ts'
import { idArgument, wholeNumber } from '../arguments/value-parsers.ts'
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

const options = {
  'max-cost': parsed('N', 'Stop when this many credits are spent', wholeNumber(0)),
  limit: parsed('N', 'Only the first N leads of the list', wholeNumber(1)),
  quote: flag('Only show what it would find and cost'),
}
type Call = CommandCall<typeof options>

/** `leadwright find-emails LIST_ID`: finds addresses for the leads of a list on their websites. */
export const findEmailsCommand = defineCommand({
  name: 'find-emails',
  summary: 'Find addresses for the leads of a local or people list',
  positionals: ['LIST_ID'],
  options,
  notes: [
    'Leads with an address are unchanged. A found or potential address costs 1 credit; misses and addresses whose check could not tell are free.',
    'Ctrl-C asks the server to stop and prints what was found (exit 7); a second one exits at once.',
  ],
  examples: ['leadwright find-emails 12 --quote', 'leadwright find-emails 12 --limit 200 --max-cost 100'],
  async run(call: Call) {
    const { values, terminal } = call
    const id = idArgument(call.positionals[0]!, 'LIST_ID')
    const client = await openClient(call)
    const type = await listTypeFor(client, id, 'find-emails')
    const selection = makeSelection(values.limit)
    if (values.quote) {
      return printEnrichQuote(call, client, { action: 'find-emails', type, list_id: id, selection })
    }
    const body = { selection, ...(values['max-cost'] === undefined ? {} : { max_cost: values['max-cost'] }) }
    const { started, run } = await withSpendingHint(() =>
      startAndFollow(call, client, async (options) => {
        return (await client.call(findEmails, { params: { type, id }, body }, options)).data
      }),
    )
    const { found = 0, potential = 0, not_found = 0, inferred = 0, failed = 0, not_tried = 0 } = run.counts
    const counts = { found, potential, not_found, inferred, failed, not_tried, cost: run.cost }
    const document = { run_id: run.id, list_id: started.list_id, ...counts, ...stateUnlessDone(run) }
    terminal.result(document, () => countLines(document))
    return exitOfRun(run)
  },
})
