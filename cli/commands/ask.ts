import { askSearch } from '#contract/ai/ask.ts'
import { LIST_TYPE_NAMES } from '#contract/leads/list-types/index.ts'
import { defineCommand } from '../arguments/command-spec.ts'
import { parsed } from '../arguments/option-spec.ts'
import { oneOf } from '../arguments/value-parsers.ts'
import { callServer } from '../http/open-session.ts'
import { detailLines } from '../terminal/text-table.ts'

/** `leadwright ask`: turns a sentence into search fields. */
export const askCommand = defineCommand({
  name: 'ask',
  summary: 'Turn a sentence into a search, without running it',
  positionals: ['SENTENCE'],
  options: { type: parsed('TYPE', 'The list type, if known', oneOf([...LIST_TYPE_NAMES])) },
  notes: ['Pass "search" of --json to leadwright api to count or price the search.'],
  examples: ['leadwright ask "50 dentists in Bavaria with a website" --json'],
  async run(call) {
    const sentence = call.positionals[0]!
    const type = call.values.type as (typeof LIST_TYPE_NAMES)[number] | undefined
    const { data } = await callServer(call, askSearch, { body: { sentence, ...(type && { type }) } })
    call.terminal.result(data, () =>
      detailLines([
        ['Type', data.type],
        ...Object.entries(data.search).map(([name, value]): [string, string] => [
          name,
          typeof value === 'string' ? value : JSON.stringify(value),
        ]),
        ...(data.limit === null ? [] : [['Limit', String(data.limit)] as [string, string]]),
        ...(data.only_new ? [['Only new', 'yes'] as [string, string]] : []),
        ...(data.not_understood.length > 0
          ? [['Not understood', data.not_understood.join(', ')] as [string, string]]
          : []),
      ]),
    )
  },
})
