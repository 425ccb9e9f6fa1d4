import { listDetails } from '#contract/leads/lists.ts'
import { defineCommand } from '../arguments/command-spec.ts'
import { parsed } from '../arguments/option-spec.ts'
import { idArgument, tagsFrom } from '../arguments/value-parsers.ts'
import { usageError } from '../cli-error.ts'
import { callServer } from '../http/open-session.ts'

/** `leadwright lists tag`: sets the tags and source that go along with every lead of a list. */
export const listsTagCommand = defineCommand({
  name: 'lists tag',
  summary: 'Set tags and source of a list, added to every exported lead',
  positionals: ['LIST_ID'],
  options: {
    tags: parsed('A,B', 'The new tags; empty removes all', tagsFrom),
    source: parsed('NAME', 'The source; empty removes it', (texts) => texts.trim()),
  },
  examples: ['leadwright lists tag 12 --tags spring,trade-fair --source "Fair 2026"'],
  async run(call) {
    const { tags, source } = call.values
    const id = idArgument(call.positionals[0]!, 'LIST_ID')
    if (tags === undefined && source === undefined) throw usageError('Pass --tags A,B, --source NAME or both')
    const body = { id, ...(tags && { tags }), ...(source !== undefined && { source: source || null }) }
    const { data, message } = await callServer(call, listDetails, { body })
    const result = { list_id: id, tags: data.tags, source: data.lead_source }
    call.terminal.result(result, () => message ?? 'Nothing to change')
  },
})
