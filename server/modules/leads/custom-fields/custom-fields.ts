import { isDeepStrictEqual } from 'node:util'
import {
  CUSTOM_FIELD_PREFIX,
  type CustomField,
  type CustomFieldKind,
  customFieldDefinition,
  MAX_CUSTOM_FIELDS,
} from '#contract/leads/custom-fields.ts'
import type { FieldDefinition } from '#contract/leads/list-types/define.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { type Db, isUniqueViolation, transaction } from '#server/platform/db/db.ts'
import { conflict, invalidField, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { markUnchanged } from '#server/platform/http/current-call.ts'
import { foldText } from '#server/platform/text/fold-text.ts'
import * as store from './custom-fields-store.ts'

export const presentCustomField = ({
  id,
  name,
  label,
  kind,
  choices,
}: store.CustomFieldRow): CustomField => ({
  id,
  name,
  label,
  kind,
  choices,
})

/** `Industry code` becomes `cf_industry_code`, with a number appended if that is taken. */
function nameFor(label: string, used: ReadonlySet<string>): string {
  const folded = foldText(label)
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 40)
  const base = `${CUSTOM_FIELD_PREFIX}${folded || 'field'}`
  if (!used.has(base)) return base
  for (let at = 2; ; at++) if (!used.has(`${base}_${at}`)) return `${base}_${at}`
}

const labelTaken = (label: string, cause?: unknown) =>
  conflict(`There is already a field called “${label}”`, {
    fields: { label: `There is already a field called “${label}”` },
    cause,
  })

/** An account's custom fields, in the form used by grid, filters and exports. */
export async function findFieldDefinitions(db: Db, accountId: number): Promise<FieldDefinition[]> {
  return (await store.findCustomFields(db, accountId)).map(customFieldDefinition)
}

async function withFreeLabel<T>(label: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isUniqueViolation(error, 'custom_field_label')) throw labelTaken(label, error)
    throw error
  }
}

async function lockField(
  ctx: Context,
  actor: Actor,
  id: number,
  deleted: boolean,
): Promise<store.CustomFieldRow> {
  const field = await store.lockCustomField(ctx.db, actor.accountId, id)
  if (!field || (field.deleted_at !== null) !== deleted) throw notFound('The custom field')
  return field
}

interface NewField {
  /** By default made of the label; a kit brings its own. */
  name?: string
  label: string
  kind: CustomFieldKind
  choices?: string[]
}

export async function makeCustomField(
  ctx: Context,
  actor: Pick<Actor, 'accountId' | 'userId'>,
  { name: wanted, label, kind, choices }: NewField,
): Promise<CustomField> {
  await store.lockCustomFields(ctx.db, actor.accountId)
  const fields = await store.findCustomFields(ctx.db, actor.accountId)
  if (fields.some((field) => field.label.toLowerCase() === label.toLowerCase())) throw labelTaken(label)
  if (fields.length >= MAX_CUSTOM_FIELDS)
    throw conflict(
      `You’ve reached the limit of ${MAX_CUSTOM_FIELDS} custom fields. Delete one to add another`,
    )
  const taken = await store.takenNames(ctx.db, actor.accountId)
  if (wanted !== undefined && taken.has(wanted)) throw conflict(`There is already a field named “${wanted}”`)
  const name = wanted ?? nameFor(label, taken)
  const row = await store.insertCustomField(ctx.db, {
    account_id: actor.accountId,
    created_by: actor.userId,
    name,
    label,
    kind,
    choices: choices ?? null,
  })
  return presentCustomField(row)
}

/** Changes one field and records it in the audit log. */
const changeField = (
  ctx: Context,
  actor: Actor,
  field: store.CustomFieldRow,
  to: store.FieldChange,
): Promise<CustomField> =>
  withFreeLabel('label' in to ? to.label : field.label, async () => {
    const row = await store.updateCustomField(ctx.db, field, to)
    const detail = { name: row.name, label: row.label, ...(row.choices && { choices: row.choices }) }
    recordAudit(ctx.db, { accountId: actor.accountId, subject: `custom_field:${row.id}`, detail })
    return presentCustomField(row)
  })

export async function listCustomFields(ctx: Context, actor: Actor) {
  const rows = await store.findCustomFields(ctx.db, actor.accountId)
  const uses = await store.countUses(
    ctx.db,
    actor.accountId,
    rows.map(({ name }) => name),
  )
  return rows.map((row) => ({
    ...presentCustomField(row),
    leads: uses.get(row.name) ?? 0,
    created_at: row.created_at.toISOString(),
  }))
}

export const createCustomField = (ctx: Context, actor: Actor, input: NewField): Promise<CustomField> =>
  transaction(ctx.db, async () => {
    const field = await makeCustomField(ctx, actor, input)
    recordAudit(ctx.db, {
      accountId: actor.accountId,
      subject: `custom_field:${field.id}`,
      detail: {
        name: field.name,
        label: field.label,
        kind: field.kind,
        ...(field.choices && { choices: field.choices }),
      },
    })
    return field
  })

/** Renames a field or sets its choices. @throws AppError not_found, conflict for a taken label, validation_failed. */
export const changeCustomField = (
  ctx: Context,
  actor: Actor,
  id: number,
  change: { label?: string; choices?: string[] | null },
): Promise<CustomField> =>
  transaction(ctx.db, async () => {
    const field = await lockField(ctx, actor, id, false)
    if (change.choices && field.kind !== 'choice')
      throw invalidField('choices', 'Only a field of type Choice has choices')
    const to = {
      label: change.label ?? field.label,
      choices: change.choices === undefined ? field.choices : change.choices,
    }
    if (field.label !== to.label || !isDeepStrictEqual(field.choices, to.choices))
      return changeField(ctx, actor, field, to)
    markUnchanged()
    return presentCustomField(field)
  })

export const removeCustomField = (ctx: Context, actor: Actor, id: number): Promise<CustomField> =>
  transaction(ctx.db, async () =>
    changeField(ctx, actor, await lockField(ctx, actor, id, false), { deleted: true }),
  )

export const restoreCustomField = (ctx: Context, actor: Actor, id: number): Promise<CustomField> =>
  transaction(ctx.db, async () =>
    changeField(ctx, actor, await lockField(ctx, actor, id, true), { deleted: false }),
  )
