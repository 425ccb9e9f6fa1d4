import { randomUUID } from 'node:crypto'
import type { Run } from '#contract/activity/runs.ts'
import { type AiListType, PROMPT_TYPES, type PromptType } from '#contract/ai/ai-prompt-types.ts'
import { quoteAiText, startAiText } from '#contract/ai/ai-text.ts'
import { AI_PROVIDERS } from '#contract/ai/open-ai.ts'
import { showList } from '#contract/leads/lists.ts'
import { type CommandCall, defineCommand } from '../arguments/command-spec.ts'
import { flag, parsed, required } from '../arguments/option-spec.ts'
import { idArgument, oneOf, wholeNumber } from '../arguments/value-parsers.ts'
import { usageError } from '../cli-error.ts'
import { EXIT } from '../exit-codes.ts'
import type { ApiClient } from '../http/api-client.ts'
import { openClient } from '../http/open-session.ts'
import { withSpendingHint } from '../http/spending-hint.ts'
import { makeSelection, startAndFollow } from '../runs/enrichment-run.ts'
import { spanText } from '../runs/list-search.ts'
import { exitOfRun, stateUnlessDone } from '../runs/run-report.ts'
import { groupedNumber } from '../terminal/progress-bar.ts'
import { detailLines } from '../terminal/text-table.ts'

/** `summary,first_line`: names of texts, without duplicates. */
function promptTypes(text: string): PromptType[] {
  const names = text.split(',').map((name) => name.trim())
  const unknown = names.find((name) => !(PROMPT_TYPES as readonly string[]).includes(name))
  if (unknown !== undefined)
    throw usageError(`--prompts: there is no text "${unknown}"`, `Choose from: ${PROMPT_TYPES.join(', ')}`)
  return [...new Set(names)] as PromptType[]
}

const options = {
  prompts: required(parsed('TYPES', `Texts to write: ${PROMPT_TYPES.join(',')}`, promptTypes)),
  limit: parsed('N', 'Only the first N leads of the list', wholeNumber(1)),
  provider: parsed(AI_PROVIDERS.join('|'), 'Write with the model or the templates', oneOf(AI_PROVIDERS)),
  'read-websites': flag("Read up to two pages of each lead's own website"),
  'model-check': flag('Ask the model whether quotes support the sentences that are not verified'),
  'no-review': flag('Add texts to leads without a review, except those with an unverified sentence'),
  'max-cost': parsed('N', 'Stop when this many credits are spent', wholeNumber(0)),
  quote: flag('Only show the quote: tokens and credits'),
}
type Values = CommandCall<typeof options>['values']
type Call = Pick<CommandCall<typeof options>, 'terminal'>

async function findListType(client: ApiClient, id: number) {
  const { data } = await client.call(showList, { params: { id } }, { patient: true })
  return data.type as AiListType
}

const makeRequest = (values: Values) => ({
  selection: makeSelection(values.limit),
  prompts: values.prompts.map((prompt_type) => ({ prompt_type })),
  read_websites: values['read-websites'],
  model_check: values['model-check'],
  ...(values.provider ? { provider: values.provider } : {}),
})

async function printQuote({ terminal }: Call, client: ApiClient, id: number, values: Values) {
  const body = { type: await findListType(client, id), list_id: id, ...makeRequest(values) }
  const { data } = await client.call(quoteAiText, { body }, { patient: true, key: randomUUID() })
  terminal.result(data, () =>
    detailLines([
      ['Leads', groupedNumber(data.leads)],
      ['Texts', groupedNumber(data.texts)],
      ['Written by', data.provider === 'template' ? 'templates, no model' : (data.model ?? data.provider)],
      ['Tokens (min / expected / max)', spanText(data.tokens)],
      ['Credits (min / expected / max)', spanText(data.credits)],
      ['Credits available', groupedNumber(data.available)],
      ['Valid until', data.expires_at],
    ]),
  )
  return EXIT.done.code
}

/** Prints the results of a text run. */
function printRun({ terminal }: Call, run: Run): number {
  const { written = 0, no_signal = 0, failed = 0, tokens = 0, to_review = 0 } = run.counts
  const document = { run_id: run.id, written, to_review, no_signal, failed, tokens, cost: run.cost }
  terminal.result({ ...document, ...stateUnlessDone(run) }, () =>
    detailLines([
      ['Run', String(run.id)],
      ['Written', groupedNumber(written)],
      ['Waiting for review', groupedNumber(to_review)],
      ['Nothing relevant', groupedNumber(no_signal)],
      ['Failed', groupedNumber(failed)],
      ['Tokens', groupedNumber(tokens)],
      ['Cost', `${groupedNumber(run.cost)} credits`],
    ]),
  )
  return exitOfRun(run)
}

/** `leadwright ai write LIST_ID --prompts ...`: texts about the leads of a list. */
export const aiWriteCommand = defineCommand({
  name: 'ai write',
  summary: 'Write texts about leads; every sentence quotes its source',
  positionals: ['LIST_ID'],
  options,
  notes: [
    'Texts wait for review: leadwright ai review LIST_ID. Without a key, free templates are used.',
    'Ctrl-C asks the server to stop and prints what was written (exit 7); a second one exits at once.',
  ],
  examples: [
    'leadwright ai write 12 --prompts summary,first_line --quote',
    'leadwright ai write 12 --prompts first_line --limit 5 --provider template',
  ],
  async run(call) {
    const { values } = call
    const id = idArgument(call.positionals[0]!, 'LIST_ID')
    const client = await openClient(call)
    if (values.quote) return printQuote(call, client, id, values)
    const type = await findListType(client, id)
    const maxCost = values['max-cost']
    const body = {
      ...makeRequest(values),
      review: !values['no-review'],
      ...(maxCost === undefined ? {} : { max_cost: maxCost }),
    }
    const { run } = await withSpendingHint(() =>
      startAndFollow(call, client, async (sent) => {
        return (await client.call(startAiText, { params: { type, id }, body }, sent)).data
      }),
    )
    return printRun(call, run)
  },
})
