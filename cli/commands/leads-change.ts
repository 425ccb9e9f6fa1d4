import { editLead, moveLeads, setLeadStatus, setLeadValue, undoChange } from '#contract/leads/lead-edits.ts'
import { LEAD_STATUSES, type LeadStatus } from '#contract/leads/lead-statuses.ts'
import { addLead } from '#contract/leads/manual-entry.ts'
import { defineCommand } from '../arguments/command-spec.ts'
import { listParams, SELECTION_OPTIONS, selectionFrom } from '../arguments/lead-selection.ts'
import { flag, parsed, repeated, required, text } from '../arguments/option-spec.ts'
import { idArgument } from '../arguments/value-parsers.ts'
import { usageError } from '../cli-error.ts'
import { openClient } from '../http/open-session.ts'

/** `field=VALUE`; an empty value clears the field. */
function readValue(part: string, option: string): { field: string; value: string | null } {
  const at = part.indexOf('=')
  if (at < 1) throw usageError(`--${option} takes field=VALUE, not "${part}"`)
  return { field: part.slice(0, at), value: part.slice(at + 1) || null }
}

/** The same, repeatable. */
const readValues = (texts: string[], option: string): Record<string, string | null> =>
  Object.fromEntries(
    texts.map((part) => {
      const { field, value } = readValue(part, option)
      return [field, value]
    }),
  )

/** The same, once: leads get one value at a time. */
function readOneValue(texts: string[], option: string): { field: string; value: string | null } {
  const [first = '', ...more] = texts
  if (more.length > 0) throw usageError(`leads edit takes one --${option}; run it once for each field`)
  return readValue(first, option)
}

const status = (word: string): LeadStatus => {
  const known = LEAD_STATUSES.find((knownStatus) => knownStatus === word)
  if (!known) throw usageError(`--status is one of ${LEAD_STATUSES.join(', ')}`)
  return known
}

interface Changed {
  count: number
  skipped?: number
  undo_token?: number
}

/** Result of a change: counts, and the token that undoes it. */
const summary = ({ count, skipped = 0, undo_token }: Changed) => ({
  count,
  skipped,
  undo_token: undo_token ?? null,
})

const UNDO_NOTE = 'The output has an undo token: leadwright leads undo LIST_ID TOKEN.'

/** `leadwright leads set`: edits values of one lead. */
export const leadsSetCommand = defineCommand({
  name: 'leads set',
  summary: 'Edit values of a lead',
  positionals: ['LIST_ID', 'LEAD_ID'],
  options: {
    set: required(
      repeated('FIELD=VALUE', 'A value; an empty one clears the field. May be repeated', readValues),
    ),
  },
  notes: [UNDO_NOTE],
  async run(call) {
    const resultId = idArgument(call.positionals[1]!, 'LEAD_ID')
    const client = await openClient(call)
    const params = await listParams(client, call.positionals[0]!)
    const reply = await client.call(editLead, {
      params: { ...params, resultId },
      body: { values: call.values.set },
    })
    const result = { lead: reply.data, undo_token: reply.undo_token ?? null }
    call.terminal.result(result, () => (reply.undo_token ? 'Lead changed' : 'Nothing to change'))
  },
})

export const leadsAddCommand = defineCommand({
  name: 'leads add',
  summary: 'Add a lead to a list manually, for free',
  positionals: ['LIST_ID'],
  options: {
    set: required(repeated('FIELD=VALUE', 'A value of the lead. May be repeated', readValues)),
  },
  notes: ['Reports a lead that is already in the list instead of adding it again.', UNDO_NOTE],
  async run(call) {
    const client = await openClient(call)
    const params = await listParams(client, call.positionals[0]!)
    const values = Object.fromEntries(
      Object.entries(call.values.set).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
    )
    const { data, is_new, undo_token, message } = await client.call(addLead, { params, body: { values } })
    const result = { lead: data, is_new, undo_token: undo_token ?? null }
    call.terminal.result(result, () => `${message}: ${data.id}`)
  },
})

/** `leadwright leads status`: sets the status of leads. */
export const leadsStatusCommand = defineCommand({
  name: 'leads status',
  summary: 'Set the status of leads: new, contacted, replied, interested, won, lost, bounced, unsubscribed',
  positionals: ['LIST_ID'],
  options: { status: required(parsed('STATUS', 'The status', status)), ...SELECTION_OPTIONS },
  notes: [UNDO_NOTE],
  async run(call) {
    const selection = selectionFrom(call.values)
    const client = await openClient(call)
    const params = await listParams(client, call.positionals[0]!)
    const reply = await client.call(setLeadStatus, {
      params,
      body: { selection, status: call.values.status },
    })
    call.terminal.result(summary(reply), () => reply.message ?? '')
  },
})

/** `leadwright leads edit`: sets a field of leads to the same value. */
export const leadsEditCommand = defineCommand({
  name: 'leads edit',
  summary: 'Set one field of many leads to the same value',
  positionals: ['LIST_ID'],
  options: {
    set: required(repeated('FIELD=VALUE', 'The value; an empty one clears the field', readOneValue)),
    ...SELECTION_OPTIONS,
  },
  notes: [UNDO_NOTE],
  async run(call) {
    const selection = selectionFrom(call.values)
    const client = await openClient(call)
    const params = await listParams(client, call.positionals[0]!)
    const reply = await client.call(setLeadValue, { params, body: { selection, ...call.values.set } })
    call.terminal.result(summary(reply), () => reply.message ?? '')
  },
})

/** `leadwright leads move`: moves leads to another list. */
export const leadsMoveCommand = defineCommand({
  name: 'leads move',
  summary: 'Move or copy leads to another list of the same type',
  positionals: ['LIST_ID'],
  options: {
    to: parsed('LIST_ID', 'The other list', idArgument),
    new: text('NAME', 'Name of a new list instead'),
    copy: flag('Keep the leads in this list too'),
    ...SELECTION_OPTIONS,
  },
  notes: [UNDO_NOTE],
  async run(call) {
    const { to, new: name, copy } = call.values
    if ((to === undefined) === (name === undefined)) throw usageError('Pass --to LIST_ID or --new NAME')
    const selection = selectionFrom(call.values)
    const client = await openClient(call)
    const params = await listParams(client, call.positionals[0]!)
    const target = to === undefined ? { new_list: name as string } : { list_id: to }
    const reply = await client.call(moveLeads, { params, body: { selection, to: target, copy } })
    call.terminal.result({ list_id: reply.list.id, ...summary(reply) }, () => reply.message ?? '')
  },
})

/** `leadwright leads undo`: undoes a change by its token. */
export const leadsUndoCommand = defineCommand({
  name: 'leads undo',
  summary: 'Undo one change of leads by its undo token',
  positionals: ['LIST_ID', 'TOKEN'],
  notes: ['Values changed since then are skipped.'],
  async run(call) {
    const undo_token = idArgument(call.positionals[1]!, 'TOKEN')
    const client = await openClient(call)
    const params = await listParams(client, call.positionals[0]!)
    const { count, left, message } = await client.call(undoChange, { params, body: { undo_token } })
    call.terminal.result({ count, left }, () => message)
  },
})
