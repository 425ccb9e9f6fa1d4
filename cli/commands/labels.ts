import { createLabel, type Label, labelLeads, labels } from '#contract/leads/labels.ts'
import { defineCommand } from '../arguments/command-spec.ts'
import { listParams, SELECTION_OPTIONS, selectionFrom } from '../arguments/lead-selection.ts'
import { required, text } from '../arguments/option-spec.ts'
import { CliError } from '../cli-error.ts'
import type { ApiClient } from '../http/api-client.ts'
import { openClient } from '../http/open-session.ts'

const options = { label: required(text('NAME', 'The label')), ...SELECTION_OPTIONS }
const UNDO_NOTE = 'The output has an undo token: leadwright leads undo LIST_ID TOKEN.'

/** The label with a name; case is ignored. */
async function findLabel(client: ApiClient, name: string): Promise<Label | undefined> {
  const { data } = await client.call(labels, {})
  const key = name.trim().toLowerCase()
  return data.find((label) => label.name.toLowerCase() === key)
}

/** `leadwright labels add`: adds a label to leads of a list. */
export const labelsAddCommand = defineCommand({
  name: 'labels add',
  summary: 'Add a label to leads; creates the label if needed',
  positionals: ['LIST_ID'],
  options,
  notes: [UNDO_NOTE],
  async run(call) {
    const selection = selectionFrom(call.values)
    const client = await openClient(call)
    const params = await listParams(client, call.positionals[0]!)
    const existing = await findLabel(client, call.values.label)
    const label = existing ?? (await client.call(createLabel, { body: { name: call.values.label } })).data
    const reply = await client.call(labelLeads, { params, body: { selection, add: [label.id] } })
    const { count, skipped = 0, undo_token = null } = reply
    const result = { label_id: label.id, is_new: !existing, count, skipped, undo_token }
    call.terminal.result(result, () => reply.message ?? '')
  },
})

/** `leadwright labels remove`: removes a label from leads of a list. */
export const labelsRemoveCommand = defineCommand({
  name: 'labels remove',
  summary: 'Remove a label from leads; the label itself stays',
  positionals: ['LIST_ID'],
  options,
  notes: [UNDO_NOTE],
  async run(call) {
    const selection = selectionFrom(call.values)
    const client = await openClient(call)
    const params = await listParams(client, call.positionals[0]!)
    const label = await findLabel(client, call.values.label)
    if (!label)
      throw new CliError('failed', `There is no label "${call.values.label}"`, {
        code: 'not_found',
        hint: 'leadwright labels list',
      })
    const reply = await client.call(labelLeads, { params, body: { selection, remove: [label.id] } })
    const { count, skipped = 0, undo_token = null } = reply
    call.terminal.result({ label_id: label.id, count, skipped, undo_token }, () => reply.message ?? '')
  },
})
