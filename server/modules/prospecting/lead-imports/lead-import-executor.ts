import { sql } from 'kysely'
import { leadImportRun } from '#contract/activity/run-kinds/lead-import.ts'
import { LIST_TYPES, type ListTypeId } from '#contract/leads/list-types/index.ts'
import {
  defineExecutor,
  type ProgressOf,
  type RunContext,
  type RunOf,
} from '#server/modules/activity/runs/index.ts'
import { findUploadedFile } from '#server/modules/core/files/index.ts'
import { findFieldDefinitions } from '#server/modules/leads/custom-fields/index.ts'
import {
  fieldValue,
  importLeads,
  type LeadKeys,
  leadKeys,
  leadsAfter,
  learnAliases,
  suppressedLeads,
} from '#server/modules/leads/leads/index.ts'
import { addToListCounts, lockEntryOfRun } from '#server/modules/leads/lists/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { AppError, conflict } from '#server/platform/errors.ts'
import { readAhead } from '#server/platform/read-ahead.ts'
import { yieldToEventLoop } from '#server/platform/yield-to-event-loop.ts'
import { importFields } from './fields.ts'
import { insertRejectedRows, type RejectedRow } from './lead-imports-store.ts'
import { spareCells } from './plan-columns.ts'
import { OPTED_OUT, planRows, type RowPlan, readRow, type Values } from './read-row.ts'
import { resolveRows, takeImportTurn } from './resolve-rows.ts'
import { peopleOptedOut } from './signals.ts'
import { openTable, TableError, type TableFile, type TableRow } from './table-file.ts'

type Run = RunOf<typeof leadImportRun>

/** Rows per transaction: large enough to be fast, small enough to stop and resume quickly. */
const BATCH_ROWS = 1000
/** Rows parsed before yielding: database replies and requests wait that long. */
const ROWS_BETWEEN_YIELDS = 10
const SUPPRESSED = 'On your suppression list'

/** An import's position: leads of the list whose keys are stored, then the place in the file. */
interface Cursor {
  learnt?: number | 'all'
  position?: object
}

const readCursor = ({ cursor }: Pick<Run, 'cursor'>): Cursor => (cursor ?? {}) as Cursor

interface Batch {
  /** With the keys that identify them, computed while the previous batch is being written. */
  rows: { at: number; values: Values; keys: LeadKeys }[]
  rejected: RejectedRow[]
  /** Values of rows whose people have opted out. */
  opted_out: Values[]
  emptied: number
  raw_phones: number
  need_country: number
  last: TableRow
}

const emptyBatch = (): Omit<Batch, 'last'> => ({
  rows: [],
  rejected: [],
  opted_out: [],
  emptied: 0,
  raw_phones: 0,
  need_country: 0,
})

/** Cuts rows into batches, each with the position after it. */
async function* batches(rows: AsyncIterable<TableRow[]>, plan: RowPlan): AsyncGenerator<Batch> {
  let batch = emptyBatch()
  let last: TableRow | undefined
  for await (const group of rows) {
    for (const row of group) {
      last = row
      addRow(batch, row, plan)
      const count = batch.rows.length + batch.rejected.length
      if (count % ROWS_BETWEEN_YIELDS === 0) await yieldToEventLoop()
      if (count < BATCH_ROWS) continue
      yield { ...batch, last }
      batch = emptyBatch()
      last = undefined
    }
  }
  if (last) yield { ...batch, last }
}

function addRow(batch: Omit<Batch, 'last'>, row: TableRow, plan: RowPlan): void {
  if (row.reason !== undefined) {
    batch.rejected.push({ line: row.at, reason: row.reason, cells: row.cells })
    return
  }
  const result = readRow(plan, row.at, row.cells)
  if (result.reason !== undefined) {
    batch.rejected.push({ line: row.at, reason: result.reason, cells: row.cells })
    if (result.reason === OPTED_OUT) batch.opted_out.push(result.values ?? {})
  } else {
    const { values } = result
    batch.rows.push({ at: row.at, values, keys: leadKeys(plan.type, values) })
    for (const { kept_as: keptAs } of result.problems) {
      if (keptAs === null) batch.emptied += 1
      else batch.raw_phones += 1
      if (keptAs === 'needs_country') batch.need_country += 1
    }
  }
}

/** Locks the entry that undoes the import. Once undone, nothing more may be added to it. */
async function lockEntry(db: Db, run: Run): Promise<number> {
  const place = { accountId: run.account_id, listId: run.list_id as number, runId: run.id }
  const entry = await lockEntryOfRun(db, place)
  if (!entry) throw new AppError('not_found', 'This import’s history no longer exists')
  if (entry.undone_at) throw conflict('The import was undone while it was running')
  return entry.id
}

/** Stores keys of the list’s leads, before rows are compared with them. */
async function learnList(ctx: Context, context: RunContext<typeof leadImportRun>): Promise<void> {
  const type = context.run.input.type as ListTypeId
  let learnt = readCursor(context.run).learnt ?? 0
  while (learnt !== 'all') {
    const after = learnt
    await context.step(async (run) => {
      await takeImportTurn(ctx.db, run.account_id)
      const page = { accountId: run.account_id, listId: run.list_id as number, after, limit: BATCH_ROWS }
      const rows = await leadsAfter(ctx.db, page, { withDeleted: true })
      const known = rows.map((lead) => {
        const values = LIST_TYPES[type].fields.map((field) => [field.name, fieldValue(lead, field)])
        return { entityId: lead.entity_id, aliases: leadKeys(type, Object.fromEntries(values)).learn }
      })
      await learnAliases(ctx.db, run.account_id, type, known, { surer: true })
      learnt = rows.length < BATCH_ROWS ? 'all' : (rows.at(-1)?.id ?? 'all')
      return { cursor: { learnt } }
    })
  }
}

/** Rejected rows, without the cells of those that contain suppressed values. */
async function withoutSuppressedCells(
  ctx: Context,
  { account_id: accountId, input }: Run,
  rejected: Batch['rejected'],
): Promise<Batch['rejected']> {
  const cells = rejected.flatMap(({ line, cells }) => cells.map((cell) => ({ line, cell })))
  // The field such a cell was meant for is unknown, so it is checked as each of these.
  const values = cells.map(({ cell }) => ({
    email: cell,
    website: cell,
    phone: cell,
    profile_url: cell,
    country: input.country,
  }))
  const isSuppressed = await suppressedLeads.ask(ctx, { accountId, values })
  const out = new Set(cells.flatMap(({ line }, n) => (isSuppressed[n] ? [line] : [])))
  return rejected.map((row) => (out.has(row.line) ? { line: row.line, reason: SUPPRESSED, cells: [] } : row))
}

/** Writes one batch: leads, rejected rows, progress and cursor in one transaction. */
async function writeBatch(
  ctx: Context,
  run: Run,
  batch: Batch,
  size: number,
): Promise<ProgressOf<typeof leadImportRun>> {
  const { account_id: accountId, id: runId, input, counts } = run
  const listId = run.list_id as number
  await takeImportTurn(ctx.db, run.account_id)
  const historyId = await lockEntry(ctx.db, run)
  const values = batch.rows.map((row) => row.values)
  const isSuppressed = await suppressedLeads.ask(ctx, { accountId, values })
  const allowed = batch.rows.filter((_, n) => !isSuppressed[n])
  // Nothing suppressed is stored, including cells.
  const suppressed = batch.rows
    .filter((_, n) => isSuppressed[n])
    .map(({ at }) => ({ line: at, reason: SUPPRESSED, cells: [] }))
  const rejected = [...(await withoutSuppressedCells(ctx, run, batch.rejected)), ...suppressed]
  const entities = await resolveRows(ctx.db, accountId, input.type as ListTypeId, allowed)
  const { rows } = await sql<{ now: Date }>`select now()`.execute(ctx.db)
  const now = (rows[0] as { now: Date }).now
  const dated = input.dated === null ? now : new Date(Math.min(Date.parse(input.dated), now.getTime()))
  const done = await importLeads(
    ctx.db,
    {
      accountId,
      listId,
      runId,
      historyId,
      origin: { source: 'import', method: 'file', confidence: 1, observed_at: dated.toISOString() },
      findPolicy: (field) => input.mergeFields[field] ?? input.merge,
    },
    allowed.map(({ at, values }, n) => ({ entityId: entities[n] as number, values, record: String(at) })),
  )
  await addToListCounts(ctx, accountId, listId, done)
  await insertRejectedRows(ctx.db, accountId, runId, rejected)
  return {
    cursor: { learnt: 'all', position: batch.last.next },
    done: Math.min(batch.last.done, size),
    total: size,
    counts: {
      imported: (counts.imported ?? 0) + done.added,
      merged: (counts.merged ?? 0) + done.merged,
      rejected: (counts.rejected ?? 0) + rejected.length,
      emptied: (counts.emptied ?? 0) + batch.emptied,
      raw_phones: (counts.raw_phones ?? 0) + batch.raw_phones,
      need_country: (counts.need_country ?? 0) + batch.need_country,
    },
  }
}

/** How rows are read, from the import's input. A custom field deleted since is skipped. */
async function makePlan({ input, account_id }: Run, db: Db): Promise<RowPlan> {
  const type = input.type as ListTypeId
  const fields = new Map(
    importFields(type, await findFieldDefinitions(db, account_id)).map((field) => [field.name, field]),
  )
  const cells = input.mapping.flatMap(([at, name]) => {
    const field = fields.get(name)
    return field ? [{ at, column: input.columns[at] as string, field }] : []
  })
  const {
    country,
    rest,
    fixes,
    dropped,
    dateOrder = null,
    dotted = [],
    percents = [],
    spares = [],
    optedOut,
  } = input
  const ofRow = { spares: spareCells(type, input.columns, spares), dateOrder, dotted, percents, optedOut }
  return planRows({ type, cells, country, rest, fixes, dropped, ...ofRow })
}

/** Puts people who have opted out on the suppression list, before the batch: doing it twice changes nothing. */
async function suppress(
  ctx: Context,
  { account_id, actor_user_id, input }: Run,
  batch: Batch,
): Promise<void> {
  const contacts = batch.opted_out.flatMap(({ email, phone }) => email ?? phone ?? []).map(String)
  if (input.optedOut !== 'suppress' || contacts.length === 0) return
  await peopleOptedOut.emit(ctx, { accountId: account_id, userId: actor_user_id, contacts })
}

async function importFile(ctx: Context, context: RunContext<typeof leadImportRun>): Promise<void> {
  const { input, account_id: accountId } = context.run
  const file = await findUploadedFile(ctx, accountId, input.uploadId)
  const table: TableFile = await openTable(file, input.encoding ?? undefined)
  const plan = await makePlan(context.run, ctx.db)
  await learnList(ctx, context)
  const rows = table.rows(readCursor(context.run).position ?? null, context.signal)
  for await (const batch of readAhead(batches(rows, plan))) {
    await suppress(ctx, context.run, batch)
    await context.step((run) => writeBatch(ctx, run, batch, file.size))
  }
  await context.step(async () => ({ done: file.size, total: file.size }))
}

/** Imports an uploaded file into a list in batches; rows and position commit together. */
export const leadImportExecutor = (ctx: Context) =>
  defineExecutor(leadImportRun, {
    async run(context) {
      try {
        await importFile(ctx, context)
      } catch (error) {
        if (error instanceof TableError)
          throw new AppError('validation_failed', error.message, { cause: error })
        throw error
      }
    },
  })
