import { CLEAN_UP_KINDS, type CleanUpKind } from '#contract/leads/clean-up.ts'
import { isEditableField } from '#contract/leads/lead-edits.ts'
import type { FieldDefinition } from '#contract/leads/list-types/define.ts'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { tidyCase, tidyEmail, tidyName, tidyPhone, tidyUrl } from '#server/modules/core/normalise/index.ts'
import {
  CHANGE_CHUNK,
  closeChange,
  fieldsIn,
  findLeadIds,
  findLeadScope,
  type LeadEdit,
  type LeadRow,
  lockLeads,
  openChange,
  readLeadChunks,
  type Selection,
  valueIn,
  writeValues,
} from '#server/modules/leads/leads/index.ts'
import { addToListCounts } from '#server/modules/leads/lists/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { markUnchanged } from '#server/platform/http/current-call.ts'
import type { ChangeDone } from './change-selection.ts'

const EXAMPLES = 10
const NAMES = new Set(['name', 'company', 'first_name', 'last_name'])

interface Formatter {
  accepts: (field: FieldDefinition) => boolean
  tidy: (text: string, lead: LeadRow) => string
}

const FORMATTERS: Record<CleanUpKind, Formatter> = {
  phones: { accepts: ({ kind }) => kind === 'phone', tidy: (text, { country }) => tidyPhone(text, country) },
  names: { accepts: ({ name }) => NAMES.has(name), tidy: tidyName },
  urls: { accepts: ({ kind }) => kind === 'url', tidy: tidyUrl },
  emails: { accepts: ({ kind }) => kind === 'email', tidy: tidyEmail },
  cities: { accepts: ({ name }) => name === 'city', tidy: tidyCase },
}

interface Formatted {
  field: string
  from: string
  to: string
}

function formattedValues(lead: LeadRow, kind: CleanUpKind, fields: FieldDefinition[]): Formatted[] {
  const { tidy } = FORMATTERS[kind]
  return fields.flatMap(({ name }) => {
    const from = valueIn(lead, name)
    if (typeof from !== 'string') return []
    const to = tidy(from, lead)
    return to === from || to === '' ? [] : [{ field: name, from, to }]
  })
}

/** A lead's edit; a reformatted value keeps its source, and an email its state. */
function makeEdit(lead: LeadRow, changes: Formatted[]): LeadEdit {
  const findFieldOrigin = (field: string) => lead.provenance.fields?.[field] ?? lead.provenance.default
  const values: LeadEdit['values'] = Object.fromEntries(
    changes.map(({ field, to }) => [field, { value: to, origin: findFieldOrigin(field) }]),
  )
  if (values.email)
    for (const known of ['email_state', 'email_kind'])
      values[known] = { value: valueIn(lead, known), origin: findFieldOrigin(known) }
  return { leadId: lead.id, values }
}

// Normalizes values of many leads, as one undoable change.

type ListRef = { listId: number; type: ListTypeId }

const byKind = (all: readonly FieldDefinition[], kinds: readonly CleanUpKind[]) =>
  kinds.map((kind) => ({
    kind,
    fields: all.filter((field) => isEditableField(field.name) && FORMATTERS[kind].accepts(field)),
  }))

/** A preview of the changes, kind by kind, in order. */
export async function previewCleanUp(
  ctx: Context,
  actor: Actor,
  { listId, type }: ListRef,
  selection: Selection,
) {
  const scope = await findLeadScope(ctx, actor, listId, type)
  const groups = byKind(fieldsIn(scope), CLEAN_UP_KINDS).map((group) => ({
    ...group,
    count: 0,
    examples: [] as (Formatted & { lead_id: number })[],
  }))
  const ids = await findLeadIds(ctx, scope, selection)
  for await (const rows of readLeadChunks(ctx, scope, ids, CHANGE_CHUNK))
    for (const lead of rows)
      for (const group of groups) {
        const changes = formattedValues(lead, group.kind, group.fields)
        if (changes.length === 0) continue
        group.count += 1
        const free = EXAMPLES - group.examples.length
        group.examples.push(...changes.slice(0, free).map((change) => ({ lead_id: lead.id, ...change })))
      }
  return groups.map(({ kind, count, examples }) => ({ kind, count, examples }))
}

export const applyCleanUp = (
  ctx: Context,
  actor: Actor,
  { listId, type }: ListRef,
  selection: Selection,
  kinds: CleanUpKind[],
): Promise<ChangeDone> =>
  transaction(ctx.db, async () => {
    const scope = await findLeadScope(ctx, actor, listId, type)
    const chosen = byKind(fieldsIn(scope), [...new Set(kinds)])
    // In a consistent order, so that two changes do not deadlock.
    const ids = (await findLeadIds(ctx, scope, selection)).toSorted((a, b) => a - b)
    const place = { accountId: actor.accountId, listId, userId: actor.userId }
    const historyId = await openChange(ctx.db, place, 'leads.cleaned_up', { kinds })
    let count = 0
    for (let at = 0; at < ids.length; at += CHANGE_CHUNK) {
      const rows = await lockLeads(ctx.db, actor.accountId, listId, ids.slice(at, at + CHANGE_CHUNK))
      const edits = rows.flatMap((lead) => {
        const changes = chosen.flatMap(({ kind, fields }) => formattedValues(lead, kind, fields))
        return changes.length > 0 ? [makeEdit(lead, changes)] : []
      })
      const written = await writeValues(ctx.db, place, edits, historyId)
      await addToListCounts(ctx, actor.accountId, listId, { leads: 0, emails: written.emails })
      count += written.leadIds.length
    }
    const token = await closeChange(ctx.db, actor.accountId, historyId, count)
    if (token === null) markUnchanged()
    else
      recordAudit(ctx.db, {
        accountId: actor.accountId,
        subject: `list:${listId}`,
        detail: { count, kinds, undo_token: token },
      })
    return { count, skipped: ids.length - count, token }
  })
