import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { findFieldDefinitions } from '#server/modules/leads/custom-fields/index.ts'
import {
  importFields,
  planRows,
  readRow,
  type Values,
} from '#server/modules/prospecting/lead-imports/index.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError, invalidField } from '#server/platform/errors.ts'

/**
 * Values of a lead, read as a row of an import is.
 * @throws AppError validation_failed for unknown fields, unreadable values, and those that identify no lead
 */
export async function readValues(
  ctx: Context,
  accountId: number,
  type: ListTypeId,
  given: Readonly<Record<string, string | number>>,
): Promise<Values> {
  const fields = new Map(
    importFields(type, await findFieldDefinitions(ctx.db, accountId)).map((field) => [field.name, field]),
  )
  const names = Object.keys(given)
  const cells = names.map((name, at) => {
    const field = fields.get(name)
    if (!field)
      throw invalidField(
        `values.${name}`,
        `There is no such field. Fields are ${[...fields.keys()].join(', ')}`,
      )
    return { at, column: name, field }
  })
  const plan = planRows({
    type,
    cells,
    country: null,
    rest: 'drop',
    fixes: [],
    dropped: [],
    optedOut: 'import',
  })
  const row = readRow(
    plan,
    1,
    names.map((name) => String(given[name])),
  )
  if (row.problems.length > 0) {
    const problems = Object.fromEntries(
      row.problems.map(({ column, problem }) => [`values.${column}`, problem]),
    )
    throw new AppError('validation_failed', row.problems[0]?.problem ?? '', { fields: problems })
  }
  if (row.reason !== undefined) throw invalidField('values', row.reason.replace('A row needs', 'Give'))
  return row.values
}
