import { customFieldDefinition } from '#contract/leads/custom-fields.ts'
import { canonicalListType, type ListTypeName } from '#contract/leads/list-types/index.ts'
import { type CellProblem, MAX_IMPORT_PROBLEMS } from '#contract/prospecting/lead-imports.ts'
import type { Context } from '#server/platform/context.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { yieldToEventLoop } from '#server/platform/yield-to-event-loop.ts'
import { type InputFile, type Reading, readCountry } from './import-input.ts'
import {
  columnsLeftOut,
  completeMapping,
  findSpares,
  formsOfFile,
  knownLabels,
  plannedCells,
  spareCells,
} from './plan-columns.ts'
import { readColumns, readInTurn } from './read-files.ts'
import { OPTED_OUT, planRows, readRow } from './read-row.ts'
import type { TableFile } from './table-file.ts'

const SHOWN_SAMPLES = 3
const SHOWN_REASONS = 100

/** Reads all rows as an import would. */
async function checkRows(table: TableFile, plan: ReturnType<typeof planRows>, signal: AbortSignal) {
  const problems: CellProblem[] = []
  const reasons: { row: number; reason: string }[] = []
  const count = {
    rows: 0,
    ready: 0,
    rejected: 0,
    problem_cells: 0,
    problem_rows: 0,
    need_country: 0,
    opted_out: 0,
  }
  const reject = (row: number, reason: string) => {
    count.rejected += 1
    if (reasons.length < SHOWN_REASONS) reasons.push({ row, reason: reason.slice(0, 300) })
  }
  for await (const group of table.rows(null, signal)) {
    for (const row of group) {
      count.rows += 1
      // Parsing is CPU-bound: yield to other requests.
      if (count.rows % 50 === 0) {
        await yieldToEventLoop()
        signal.throwIfAborted()
      }
      if (row.reason !== undefined) {
        reject(row.at, row.reason)
        continue
      }
      const result = readRow(plan, row.at, row.cells)
      count.problem_cells += result.problems.length
      count.problem_rows += Number(result.problems.length > 0)
      count.need_country += result.problems.filter(({ kept_as: keptAs }) => keptAs === 'needs_country').length
      problems.push(...result.problems.slice(0, MAX_IMPORT_PROBLEMS - problems.length))
      if (result.reason === OPTED_OUT) count.opted_out += 1
      if (result.reason === undefined) count.ready += 1
      else if (result.problems.length > 0) count.rejected += 1
      else reject(row.at, result.reason)
    }
  }
  return { ...count, problems, reasons }
}

/** A file's columns with samples, and the fields they are mapped to by default. */
export async function inspectImport(
  ctx: Context,
  actor: Actor,
  file: InputFile & { type: ListTypeName },
  signal: AbortSignal,
) {
  const { table, columns, mapping, reasons, facts, remembered } = await readColumns(
    ctx,
    actor,
    file,
    canonicalListType(file.type),
    signal,
  )
  return {
    format: table.format,
    encoding: table.encoding,
    sheet: table.sheet,
    remembered,
    date_order: facts.dateOrder,
    open_dates: facts.dateOrder === null ? facts.slashed : [],
    columns: columns.map(({ name, values }) => ({
      name,
      samples: values
        .filter((value) => value.trim() !== '')
        .slice(0, SHOWN_SAMPLES)
        .map((value) => value.slice(0, 100).toWellFormed()),
      target: mapping[name] ?? null,
      reason: reasons[name] ?? '',
    })),
  }
}

/** Problems in a file's rows, read as an import would. */
export async function checkImport(
  ctx: Context,
  actor: Actor,
  file: InputFile & Reading & { type: ListTypeName },
  signal: AbortSignal,
) {
  const type = canonicalListType(file.type)
  const { table, custom, mapping: found, facts, columns } = await readColumns(ctx, actor, file, type, signal)
  const completed = completeMapping(table.columns, {
    stated: file.mapping,
    found,
    newFields: file.new_fields,
  })
  const mapping = knownLabels(completed, custom)
  // New fields are parsed as they will be once created.
  const cells = plannedCells(type, {
    custom,
    columns: table.columns,
    mapping,
    makeField: (column) => {
      const target = mapping[column]
      return target && 'new_field' in target
        ? customFieldDefinition({
            ...target.new_field,
            name: `new:${target.new_field.label.toLowerCase()}`,
            choices: null,
          })
        : undefined
    },
  })
  const plan = planRows({
    ...file,
    type,
    cells,
    country: readCountry(file.country),
    optedOut: file.opted_out,
    spares: spareCells(type, table.columns, findSpares(type, { columns, mapping, stated: file.mapping })),
    ...formsOfFile(facts, file),
  })
  const checked = await readInTurn(ctx, actor, signal, () => checkRows(table, plan, signal))
  return { ...checked, not_imported: columnsLeftOut(table.columns, cells) }
}
