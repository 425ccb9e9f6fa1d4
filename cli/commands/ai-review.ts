import { type AiText, aiTexts, reviewAiTexts } from '#contract/ai/ai-text.ts'
import { MAX_PAGE_SIZE } from '#contract/core/constants.ts'
import { defineCommand } from '../arguments/command-spec.ts'
import { text } from '../arguments/option-spec.ts'
import { idArgument } from '../arguments/value-parsers.ts'
import { usageError } from '../cli-error.ts'
import { EXIT } from '../exit-codes.ts'
import type { ApiClient } from '../http/api-client.ts'
import { openClient } from '../http/open-session.ts'
import { groupedNumber } from '../terminal/progress-bar.ts'
import { pageText, right } from '../terminal/text-table.ts'

/** A text in JSON output, with the sources to compare. */
const unverified = ({ sentences }: AiText) => sentences.filter(({ state }) => state === 'not_verified').length

const COLUMNS = [...right('ID'), 'LEAD', 'TEXT', ...right('NOT VERIFIED'), 'WORDS'] as const

/** `all`, or ids separated by commas. */
function readIds(texts: string, option: string): number[] | null {
  if (texts.trim().toLowerCase() === 'all') return null
  const ids = texts.split(',').map(Number)
  if (ids.every((id) => Number.isSafeInteger(id) && id > 0)) return ids
  throw usageError(`${option} takes ids separated by commas, or all`)
}

const shown = ({ id, lead_id, lead_name, prompt_type, text: words, sentences }: AiText) => ({
  id,
  lead_id,
  lead: lead_name,
  prompt_type,
  text: words,
  sentences,
})

async function reviewTexts(
  client: ApiClient,
  listId: number,
  decision: 'accept' | 'reject',
  ids: number[] | null,
): Promise<number> {
  if (ids) return (await client.call(reviewAiTexts, { body: { decision, ids } })).count
  let count = 0
  for (;;) {
    const reply = await client.call(reviewAiTexts, { body: { decision, list_id: listId } })
    count += reply.count
    if (reply.left === 0 || reply.count === 0) return count
  }
}

/** `leadwright ai review LIST_ID`: lists texts to review, accepts and rejects them. */
export const aiReviewCommand = defineCommand({
  name: 'ai review',
  summary: 'Review texts of a list: accept or reject them',
  positionals: ['LIST_ID'],
  options: {
    accept: text('IDS', 'Accept these texts, or all; they’re added to their leads'),
    reject: text('IDS', 'Reject these texts, or all'),
  },
  notes: ['The JSON has the sentences with their quotes: compare those that are not_verified.'],
  examples: ['leadwright ai review 12', 'leadwright ai review 12 --accept all'],
  async run(call) {
    const { accept, reject } = call.values
    if (accept !== undefined && reject !== undefined) throw usageError('Use --accept or --reject, not both')
    const listId = idArgument(call.positionals[0]!, 'LIST_ID')
    const decision = accept === undefined ? ('reject' as const) : ('accept' as const)
    const idList = accept ?? reject
    const ids = idList === undefined ? undefined : readIds(idList, `--${decision}`)
    const client = await openClient(call)
    if (ids !== undefined) {
      const count = await reviewTexts(client, listId, decision, ids)
      call.terminal.result({ decision, count }, () => `${groupedNumber(count)} texts: ${decision}ed`)
      return EXIT.done.code
    }
    const query = { list_id: listId, review: 'open' as const, limit: MAX_PAGE_SIZE }
    const { data, total } = await client.call(aiTexts, { query }, { patient: true })
    const rows = data.map((item) => [
      item.id,
      item.lead_name ?? String(item.lead_id),
      item.prompt_type,
      unverified(item),
      item.text ?? '',
    ])
    call.terminal.result({ data: data.map(shown), total }, () =>
      pageText({ columns: COLUMNS, rows, total, maxWidth: call.terminal.width }),
    )
  },
})
