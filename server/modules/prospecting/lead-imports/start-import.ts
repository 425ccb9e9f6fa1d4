import { leadImportRun, type MergePolicy } from '#contract/activity/run-kinds/lead-import.ts'
import { customFieldDefinition } from '#contract/leads/custom-fields.ts'
import type { FieldDefinition } from '#contract/leads/list-types/define.ts'
import { canonicalListType, type ListTypeName } from '#contract/leads/list-types/index.ts'
import type { ImportMapping } from '#contract/prospecting/lead-imports.ts'
import { findUpload } from '#server/modules/core/files/index.ts'
import { findFieldDefinitions, makeCustomField } from '#server/modules/leads/custom-fields/index.ts'
import { findTargetList, type ListRow } from '#server/modules/leads/lists/index.ts'
import { startRun } from '#server/modules/leads/run-start/index.ts'
import { appendColumns } from '#server/modules/leads/views/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { type InputFile, type Reading, readCountry } from './import-input.ts'
import { storeMapping } from './lead-imports-store.ts'
import {
  columnsLeftOut,
  completeMapping,
  findSpares,
  formsOfFile,
  knownLabels,
  plannedCells,
  refuseManyFields,
} from './plan-columns.ts'
import { readColumns } from './read-files.ts'
import type { PlannedCell } from './read-row.ts'

interface Start extends InputFile, Reading {
  to: { list_id: number } | { new_list: string; type: ListTypeName }
  merge: MergePolicy
  merge_fields: Record<string, MergePolicy>
  dated?: string
}

/** The import's list. @throws AppError not_found, conflict. */
async function findTarget(ctx: Context, actor: Actor, to: Start['to']) {
  if ('new_list' in to) {
    const type = canonicalListType(to.type)
    return { type, list: { name: to.new_list, type, search: null } }
  }
  const list = await findTargetList(ctx, actor, to.list_id)
  return { type: list.type, list }
}

/** Creates custom fields for columns that need them, by column. In a transaction. */
export async function makeFields(ctx: Context, actor: Actor, mapping: ImportMapping) {
  const byLabel = new Map<string, FieldDefinition>()
  const newFields = new Map<string, FieldDefinition>()
  for (const [column, target] of Object.entries(mapping)) {
    if (!target || !('new_field' in target)) continue
    const { label, kind } = target.new_field
    const known = byLabel.get(label.toLowerCase())
    const field = known ?? customFieldDefinition(await makeCustomField(ctx, actor, { label, kind }))
    byLabel.set(label.toLowerCase(), field)
    newFields.set(column, field)
  }
  return newFields
}

/** Checks everything possible before the first row, then starts the run. */
export async function startImport(ctx: Context, actor: Actor, input: Start, signal: AbortSignal) {
  const country = readCountry(input.country)
  const { type } = await findTarget(ctx, actor, input.to)
  const { table, mapping: found, facts, columns } = await readColumns(ctx, actor, input, type, signal)
  return transaction(ctx.db, async () => {
    const { list: into } = await findTarget(ctx, actor, input.to)
    const custom = await findFieldDefinitions(ctx.db, actor.accountId)
    const completed = completeMapping(table.columns, {
      stated: input.mapping,
      found,
      newFields: input.new_fields,
    })
    const mapping = knownLabels(completed, custom)
    refuseManyFields(mapping, input.new_fields)
    const newFields = await makeFields(ctx, actor, mapping)
    const added = new Set([...newFields.values()].map(({ name }) => name))
    await appendColumns(ctx, actor, type, [...added])
    const cells = plannedCells(type, {
      custom: [...custom, ...newFields.values()],
      columns: table.columns,
      mapping,
      makeField: (column) => newFields.get(column),
    })
    const used = Object.fromEntries(cells.map(({ column, field }) => [column, { field: field.name }]))
    await storeMapping(ctx.db, actor.accountId, {
      type,
      columns: table.columns,
      mapping: Object.fromEntries(table.columns.map((column) => [column, used[column] ?? null])),
    })
    const { size, name } = await findUpload(ctx, actor, input.upload_id)
    const { run, list } = await startRun(ctx, actor, leadImportRun, {
      title: `Leads of ${name}`,
      list: into,
      plan: {
        input: {
          uploadId: input.upload_id,
          type,
          encoding: input.encoding ?? null,
          columns: [...table.columns],
          mapping: cells.map(({ at, field }: PlannedCell): [number, string] => [at, field.name]),
          merge: input.merge,
          mergeFields: input.merge_fields,
          rest: input.rest,
          fixes: input.fixes,
          dropped: input.dropped,
          country,
          dated: input.dated ?? null,
          ...formsOfFile(facts, input),
          optedOut: input.opted_out ?? 'skip',
          spares: findSpares(type, { columns, mapping, stated: input.mapping }),
        },
        total: size,
        counts: { imported: 0, merged: 0, rejected: 0, emptied: 0, raw_phones: 0, need_country: 0 },
      },
    })
    const { id, name: listName } = list as ListRow
    return { list: { id, name: listName, type }, run, not_imported: columnsLeftOut(table.columns, cells) }
  })
}
