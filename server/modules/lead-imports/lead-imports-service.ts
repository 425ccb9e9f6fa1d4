import { customFieldDefinition } from '#contract/custom-fields.ts'
import { type CellProblem, type ImportMapping, MAX_IMPORT_PROBLEMS } from '#contract/lead-imports.ts'
import type { FieldDefinition } from '#contract/list-types/define.ts'
import { canonicalListType, type ListTypeId, type ListTypeWord } from '#contract/list-types/index.ts'
import { leadImportRun, type MergePolicy } from '#contract/run-kinds/lead-import.ts'
import { recordAudit } from '#server/modules/audit/index.ts'
import { type CustomFieldsService, customFieldsOf } from '#server/modules/custom-fields/index.ts'
import type { TicketsService, UploadsService } from '#server/modules/files/index.ts'
import type { ListRow, ListsService } from '#server/modules/lists/index.ts'
import type { StartRun } from '#server/modules/run-start/index.ts'
import { presentRun, type RunsService } from '#server/modules/runs/index.ts'
import { resolveCountry } from '#server/modules/vocabulary/index.ts'
import { breathe } from '#server/platform/breathe.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { AppError, invalidField, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { importFields } from './fields.ts'
import { guessMapping } from './guess-mapping.ts'
import { findMapping, findUndo, keepMapping } from './lead-imports-store.ts'
import { completeMapping, plannedCells } from './plan-columns.ts'
import { type PlannedCell, planRows, readRow } from './read-row.ts'
import { openTable, TableError, type TableFile } from './table-file.ts'

/** Rows from which the meaning of columns is guessed. */
const SAMPLED_ROWS = 200
const SHOWN_SAMPLES = 3
const SHOWN_REASONS = 100

interface Given {
  upload_id: string
  encoding?: string | undefined
}
interface Reading {
  mapping: ImportMapping
  country?: string | undefined
  rest: 'empty' | 'drop'
  fixes: { row: number; column: string; value: string }[]
  dropped: number[]
}
interface Start extends Given, Reading {
  to: { list_id: number } | { new_list: string; type: ListTypeWord }
  merge: MergePolicy
  merge_fields: Record<string, MergePolicy>
  dated?: string | undefined
}

export interface LeadImportsDeps {
  db: Db
  uploads: UploadsService
  tickets: TicketsService
  runs: RunsService
  lists: ListsService
  customFields: CustomFieldsService
  startRun: StartRun
}

async function sampled(table: TableFile) {
  const rows: string[][] = []
  for await (const group of table.rows(null)) {
    for (const row of group) if ('cells' in row) rows.push(row.cells)
    if (rows.length >= SAMPLED_ROWS) break
  }
  const first = rows.slice(0, SAMPLED_ROWS)
  return table.columns.map((name, at) => ({ name, values: first.map((cells) => cells[at] ?? '') }))
}

/** A remembered mapping as far as its fields are still there. */
function stillThere(mapping: ImportMapping, type: ListTypeId, custom: FieldDefinition[]): ImportMapping {
  const names = new Set(importFields(type, custom).map(({ name }) => name))
  return Object.fromEntries(
    Object.entries(mapping).filter(([, target]) => !target || ('field' in target && names.has(target.field))),
  )
}

const countryOf = (text: string | undefined): string | null => {
  if (text === undefined || text.trim() === '') return null
  const code = resolveCountry(text)
  if (!code) throw invalidField('country', 'This country is not known. Give its name or its two-letter code')
  return code
}

/** Reads all rows as an import would. */
async function checkRows(table: TableFile, plan: ReturnType<typeof planRows>, signal: AbortSignal) {
  const problems: CellProblem[] = []
  const reasons: { row: number; reason: string }[] = []
  const count = { rows: 0, ready: 0, rejected: 0, problem_cells: 0, problem_rows: 0 }
  const reject = (row: number, reason: string) => {
    count.rejected += 1
    if (reasons.length < SHOWN_REASONS) reasons.push({ row, reason: reason.slice(0, 300) })
  }
  for await (const group of table.rows(null, signal)) {
    for (const row of group) {
      count.rows += 1
      // Reading is work for the processor: let other requests in between.
      if (count.rows % 50 === 0) {
        await breathe()
        signal.throwIfAborted()
      }
      if ('reason' in row) {
        reject(row.at, row.reason)
        continue
      }
      const result = readRow(plan, row.at, row.cells)
      count.problem_cells += result.problems.length
      count.problem_rows += Number(result.problems.length > 0)
      problems.push(...result.problems.slice(0, MAX_IMPORT_PROBLEMS - problems.length))
      if ('values' in result) count.ready += 1
      else if (result.problems.length > 0) count.rejected += 1
      else reject(row.at, result.reason)
    }
  }
  return { ...count, problems, reasons }
}

/** Imports of leads from files: what a file has, what is wrong with it, and the run that brings its rows into a list. */
export function createLeadImportsService(deps: LeadImportsDeps) {
  const { db, uploads, tickets, runs, lists, customFields, startRun } = deps

  async function tableOf(actor: Actor, { upload_id, encoding }: Given): Promise<TableFile> {
    try {
      return await openTable(await uploads.file(actor.accountId, upload_id), encoding)
    } catch (error) {
      if (error instanceof TableError) throw invalidField(error.field, error.message)
      throw error
    }
  }

  /** A fault of the file that shows only on the way. */
  async function reading<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof TableError) throw invalidField(error.field, error.message)
      throw error
    }
  }

  /** What every column of a file is taken for. */
  async function look(actor: Actor, given: Given, type: ListTypeId) {
    const table = await tableOf(actor, given)
    const columns = await reading(() => sampled(table))
    const custom = await customFieldsOf(db, actor.accountId)
    const kept = await findMapping(db, actor.accountId, type, table.columns)
    const guessed = guessMapping(type, custom, columns)
    const mapping = kept ? completeMapping(table.columns, stillThere(kept, type, custom), guessed) : guessed
    return { table, columns, custom, mapping, remembered: kept !== null }
  }

  /** The list that rows go to. @throws AppError not_found, conflict. */
  async function targetOf(actor: Actor, to: Start['to']) {
    if ('new_list' in to) {
      const type = canonicalListType(to.type)
      return { type, list: { name: to.new_list, type, search: null } }
    }
    const list = await lists.find(actor, to.list_id)
    if (list.deleted_at) throw new AppError('conflict', 'That list is in the trash. Restore it first')
    return { type: list.type, list }
  }

  /** Makes the custom fields that columns ask for; one that has such a label already is used. In a transaction. */
  async function makeFields(actor: Actor, mapping: ImportMapping, custom: FieldDefinition[]) {
    const byLabel = new Map(custom.map((field) => [field.label.toLowerCase(), field]))
    const made = new Map<string, FieldDefinition>()
    for (const [column, target] of Object.entries(mapping)) {
      if (!target || !('new_field' in target)) continue
      const { label, kind } = target.new_field
      const known = byLabel.get(label.toLowerCase())
      const field = known ?? customFieldDefinition(await customFields.make(actor, { label, kind }))
      byLabel.set(label.toLowerCase(), field)
      made.set(column, field)
    }
    return made
  }

  async function importRun(actor: Actor, runId: number) {
    const run = await runs.find(actor.accountId, runId)
    if (run?.kind !== 'lead_import') throw notFound('The import')
    return run
  }

  return {
    async inspect(actor: Actor, given: Given & { type: ListTypeWord }) {
      const { table, columns, mapping, remembered } = await look(actor, given, canonicalListType(given.type))
      return {
        ...{ format: table.format, encoding: table.encoding, sheet: table.sheet, remembered },
        columns: columns.map(({ name, values }) => ({
          name,
          samples: values
            .filter((value) => value.trim() !== '')
            .slice(0, SHOWN_SAMPLES)
            .map((value) => value.slice(0, 100).toWellFormed()),
          target: mapping[name] ?? null,
        })),
      }
    },

    async check(actor: Actor, given: Given & Reading & { type: ListTypeWord }, signal: AbortSignal) {
      const type = canonicalListType(given.type)
      const { table, custom, mapping: found } = await look(actor, given, type)
      const mapping = completeMapping(table.columns, given.mapping, found)
      // Fields that are not made yet are read as they will be.
      const cells = plannedCells(type, custom, table.columns, mapping, (column) => {
        const target = mapping[column]
        return target && 'new_field' in target
          ? customFieldDefinition({ name: `new:${column}`, ...target.new_field })
          : undefined
      })
      const plan = planRows({ ...given, type, cells, country: countryOf(given.country) })
      return reading(() => checkRows(table, plan, signal))
    },

    /** Checks everything that can be checked before the first row, then starts the run. */
    async start(actor: Actor, given: Start) {
      const country = countryOf(given.country)
      const { type } = await targetOf(actor, given.to)
      const { table, mapping: found } = await look(actor, given, type)
      return transaction(db, async () => {
        const { list: into } = await targetOf(actor, given.to)
        const custom = await customFieldsOf(db, actor.accountId)
        const mapping = completeMapping(table.columns, given.mapping, found)
        const made = await makeFields(actor, mapping, custom)
        const cells = plannedCells(type, [...custom, ...made.values()], table.columns, mapping, (column) =>
          made.get(column),
        )
        const used = Object.fromEntries(cells.map(({ column, field }) => [column, { field: field.name }]))
        await keepMapping(
          db,
          actor.accountId,
          type,
          table.columns,
          Object.fromEntries(table.columns.map((column) => [column, used[column] ?? null])),
        )
        const { size, name } = await uploads.find(actor, given.upload_id)
        const { run, list } = await startRun(actor, leadImportRun, {
          title: `Leads of ${name}`,
          list: into,
          plan: {
            input: {
              uploadId: given.upload_id,
              type,
              encoding: given.encoding ?? null,
              columns: [...table.columns],
              mapping: cells.map(({ at, field }: PlannedCell): [number, string] => [at, field.name]),
              merge: given.merge,
              mergeFields: given.merge_fields,
              rest: given.rest,
              fixes: given.fixes,
              dropped: given.dropped,
              country,
              dated: given.dated ?? null,
            },
            total: size,
            counts: { imported: 0, merged: 0, rejected: 0, emptied: 0 },
          },
        })
        const { id, name: listName } = list as ListRow
        return { list: { id, name: listName, type }, run }
      })
    },

    async result(actor: Actor, runId: number) {
      const run = await importRun(actor, runId)
      const list = run.list_id === null ? null : await lists.find(actor, run.list_id).catch(() => null)
      const undo = await findUndo(db, actor.accountId, runId)
      return {
        run: presentRun(run),
        list: list && { id: list.id, name: list.name, type: list.type },
        undo_token: undo && !undo.undone_at ? undo.id : null,
        undone_at: undo?.undone_at?.toISOString() ?? null,
      }
    },

    async rejectedTicket(actor: Actor, runId: number) {
      const run = await importRun(actor, runId)
      const ticket = await transaction(db, () => {
        recordAudit(db, { accountId: actor.accountId, subject: `run:${runId}` })
        return tickets.issue(actor, 'import_rejected', { runId, columns: run.input.columns })
      })
      const total = presentRun(run).counts.rejected ?? 0
      return { ...ticket, run_id: runId, total, filename: `rejected-${runId}.csv` }
    },
  }
}

export type LeadImportsService = ReturnType<typeof createLeadImportsService>
