import type { FileChoices } from '#contract/leads/export-templates.ts'
import type { FieldDefinition } from '#contract/leads/list-types/define.ts'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import { invalidField } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { findTemplate } from './templates-store.ts'

/** The entries of a record with these keys. */
export const pick = <Value>(
  record: Record<string, Value> | undefined,
  names: ReadonlySet<string>,
): Record<string, Value> | undefined =>
  record && Object.fromEntries(Object.entries(record).filter(([name]) => names.has(name)))

/** A template for lists of a type. @throws AppError validation_failed. */
export async function findTemplateFor(
  db: Db,
  actor: Actor,
  id: number,
  type: ListTypeId,
): Promise<{ name: string; choices: FileChoices }> {
  const template = await findTemplate(db, actor, id)
  if (template?.list_type !== type)
    throw invalidField('template_id', 'There is no such template for this list type')
  return template
}

/** Choices without deleted columns, and their names. When all are deleted, the list's columns are used. */
export function existingColumns(
  known: readonly FieldDefinition[],
  choices: FileChoices,
): { choices: FileChoices; leftOut: string[] } {
  const exportable = new Set(known.filter((field) => field.exportable).map(({ name }) => name))
  const { columns, headers, ...others } = choices
  const remaining = columns?.filter((name) => exportable.has(name))
  return {
    choices: {
      ...others,
      headers: pick(headers, exportable),
      columns: remaining?.length ? remaining : undefined,
    },
    leftOut: columns?.filter((name) => !exportable.has(name)) ?? [],
  }
}
