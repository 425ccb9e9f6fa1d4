import { Readable } from 'node:stream'
import { type SqlBool, sql } from 'kysely'
import type { EmailState } from '#contract/email-states.ts'
import {
  EXPORT_MAX_ROWS,
  type ExportFormat,
  type FileChoices,
  type OtherEmails,
} from '#contract/export-templates.ts'
import { LeadFilters } from '#contract/leads.ts'
import { exportRun } from '#contract/run-kinds/export.ts'
import { recordAudit } from '#server/modules/audit/index.ts'
import type { Downloader, TicketRow, TicketsService } from '#server/modules/files/index.ts'
import {
  fieldsIn,
  filteredLeads,
  LABEL_NAMES,
  type LeadRow,
  type LeadScope,
  type LeadsService,
  orderedLeads,
} from '#server/modules/leads/index.ts'
import type { ListsService } from '#server/modules/lists/index.ts'
import type { StartRun } from '#server/modules/run-start/index.ts'
import { defineExecutor, RunStopped, type RunsService } from '#server/modules/runs/index.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { AppError, invalidField, notFound, underField } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { createExportHistory, type ExportWish, type KeptWish, keptWish } from './export-history.ts'
import {
  checkHeaders,
  columnsToRead,
  csvFile,
  type ExportShape,
  exportFields,
  type ListDetails,
  readsLabels,
  xlsxFile,
} from './export-rows.ts'
import { insertExported, neverExported } from './exported-leads-store.ts'
import { type Copy, createKeptFiles, type KeptFilesDeps } from './kept-files.ts'
import { findTemplateFor, keptColumns, pick } from './template-choices.ts'

/** What a ticket of kind export remembers. */
interface ExportInput {
  runId: number
  scope: LeadScope
  filters: LeadFilters
  columns: string[]
  headers?: Record<string, string> | undefined
  provenance: boolean
  bom: boolean
  filename: string
  list: ListDetails
  // Tickets of before had none of these; a ticket lives for a minute.
  format?: ExportFormat
  userId?: number
  delta?: boolean
  emailStates?: EmailState[] | undefined
  otherEmails?: OtherEmails
}

export interface ExportsDeps extends KeptFilesDeps {
  db: Db
  lists: ListsService
  leads: LeadsService
  tickets: TicketsService
  runs: RunsService
  startRun: StartRun
}

/** Tickets for a file that was downloaded before. */
const AGAIN = 'export_file'
const FILE_GONE = 'The file of this export is not kept any more. Export the list again'

const STREAM_ROWS = 1000
/** Lines are joined into pieces of about this size: one write per row would cost more than the row. */
const PIECE_BYTES = 64 * 1024
const BOM = '\ufeff'

/** Cut by characters, not by halves of one: half a character has no place in a header. */
const fileName = (name: string, format: ExportFormat) => {
  const plain = name
    .replace(/[^\p{L}\p{M}\p{N} ._-]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return `${[...plain].slice(0, 80).join('') || 'list'}.${format}`
}

const CONTENT_TYPES: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}
const contentTypeOf = (filename: string) => CONTENT_TYPES[filename.endsWith('.xlsx') ? 'xlsx' : 'csv']

type Rows = Pick<ExportInput, 'scope' | 'filters' | 'delta' | 'userId' | 'emailStates' | 'otherEmails'>

/** The conditions that a file adds to those of the view. */
function conditionsOf({ scope, delta, userId, emailStates, otherEmails }: Rows) {
  const conditions = sql<SqlBool>`true`
  const isNew =
    delta && userId !== undefined ? neverExported(scope.accountId, scope.listId, userId) : conditions
  const inStates =
    emailStates && otherEmails === 'leave_out'
      ? sql<SqlBool>`(lead.email is not null and coalesce(lead.email_state, 'unknown') = any(${emailStates}::text[]))`
      : conditions
  return sql<SqlBool>`(${isNew} and ${inStates})`
}

const rowsOf = (db: Db, rows: Rows) => orderedLeads(db, rows.scope, rows.filters).where(conditionsOf(rows))

async function countRows(db: Db, rows: Rows): Promise<number> {
  const { total } = await filteredLeads(db, rows.scope, rows.filters)
    .where(conditionsOf(rows))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** Exports: a ticket first, then a stream of the current view with its progress as a run. */
export function createExportsService(deps: ExportsDeps) {
  const { db, lists, leads, tickets, runs, startRun } = deps
  const keptFiles = createKeptFiles(deps)
  /** What was delivered is remembered with the end of the run: a file that broke off held nothing. */
  const finish = (input: ExportInput, track: ReturnType<RunsService['track']>, entities: number[]) =>
    transaction(db, async () => {
      const rows = entities.length
      if (!(await track.end('succeeded', { done: rows, counts: { rows } }))) throw new RunStopped('cancelled')
      const { runId, scope, userId } = input
      if (userId !== undefined)
        await insertExported(
          db,
          { accountId: scope.accountId, listId: scope.listId, userId, runId },
          entities,
        )
    })

  async function* pieces(
    input: ExportInput,
    { track, copy }: { track: ReturnType<RunsService['track']>; copy: Copy },
    signal: AbortSignal,
  ): AsyncIterable<string | Buffer> {
    const shape: ExportShape = {
      fields: exportFields(fieldsIn(input.scope), input.columns),
      headers: input.headers,
      provenance: input.provenance,
      emailStates: input.emailStates,
      list: input.list,
    }
    const file = input.format === 'xlsx' ? xlsxFile(shape) : csvFile(shape, input.bom ? BOM : '')
    const entities: number[] = []
    const read = rowsOf(db, input).clearSelect().select(columnsToRead(shape))
    const found = readsLabels(shape) ? read.select(LABEL_NAMES.as('labels')) : read
    for await (const lead of found.stream(STREAM_ROWS) as AsyncIterable<LeadRow>) {
      if (signal.aborted) throw new RunStopped('cancelled')
      file.write(lead)
      entities.push(lead.entity_id)
      if (file.waiting < PIECE_BYTES) continue
      await track.progress({ done: entities.length, counts: { rows: entities.length } })
      const piece = file.take()
      if (piece.length === 0) continue
      await copy.add(piece)
      yield piece
    }
    const last = file.end()
    if (last.length > 0) {
      await copy.add(last)
      yield last
    }
    await copy.keep()
    await finish(input, track, entities)
  }

  async function* settled(input: ExportInput, signal: AbortSignal): AsyncIterable<string | Buffer> {
    const track = runs.track(input.scope.accountId, input.runId)
    const { runId, filename } = input
    const copy = keptFiles.copy({ accountId: input.scope.accountId, runId, filename })
    let finished = false
    try {
      yield* pieces(input, { track, copy }, signal)
      finished = true
    } finally {
      // The reader went away or the database did: the file was not delivered whole.
      if (!finished) {
        await copy.drop()
        await track.end('cancelled', {}).catch(() => {})
      }
    }
  }

  const downloader: Downloader = {
    kind: 'export',
    async open(ticket: TicketRow, signal) {
      const input = ticket.input as unknown as ExportInput
      const run = await runs.find(input.scope.accountId, input.runId)
      if (run?.finished_at) throw new AppError('conflict', 'This export has been stopped; start a new one')
      return {
        filename: input.filename,
        contentType: contentTypeOf(input.filename),
        stream: Readable.from(settled(input, signal), { objectMode: false }),
      }
    },
  }

  /** The file of an export, while it is kept and its list is not in the trash. @throws AppError not_found, conflict. */
  async function keptFile(accountId: number, runId: number) {
    const run = await runs.find(accountId, runId)
    if (run?.kind !== 'export') throw notFound('The export')
    if (run.list_deleted_at)
      throw new AppError('conflict', 'The list of this export is in the trash. Restore it first')
    const file = await keptFiles.find(accountId, runId)
    if (!file) throw new AppError('conflict', FILE_GONE)
    return { file, run }
  }

  const again: Downloader = {
    kind: AGAIN,
    async open(ticket: TicketRow) {
      const { file } = await keptFile(ticket.account_id, (ticket.input as { runId: number }).runId)
      return {
        filename: file.filename,
        contentType: contentTypeOf(file.filename),
        stream: keptFiles.open(file),
      }
    },
  }

  /** A download that nobody came for ends as cancelled when its ticket is long dead. */
  const executor = defineExecutor(exportRun, {
    run: async () => {
      throw new RunStopped('cancelled')
    },
  })

  /** What the file holds: what the call says, else its template. A template may name columns that are gone. */
  async function chosen(actor: Actor, wish: ExportWish, scope: LeadScope) {
    const known = fieldsIn(scope)
    const template =
      wish.template_id === undefined
        ? undefined
        : await findTemplateFor(db, actor, wish.template_id, scope.type)
    const kept = template && keptColumns(known, template.choices)
    const own = Object.fromEntries(Object.entries(wish).filter(([, value]) => value !== undefined))
    const choices: FileChoices = { ...kept?.choices, ...own }
    const fields = exportFields(known, choices.columns)
    const names = new Set(fields.map(({ name }) => name))
    // The call's own columns may be fewer than the template has names for.
    const headers = wish.headers ?? pick(choices.headers, names)
    checkHeaders(fields, headers)
    return {
      choices: { ...choices, headers, columns: [...names] },
      leftOut: kept?.leftOut ?? [],
      kept: keptWish(wish, { ...choices, headers }, template?.name),
    }
  }

  /** Counts the rows, makes the run that shows the progress, and issues the ticket. */
  async function create(actor: Actor, wish: ExportWish, before?: KeptWish) {
    const list = await lists.find(actor, wish.list_id)
    const scope = {
      ...(await leads.scopeOf(actor, list.id, list.type)),
      ...(wish.resultIds && { ids: wish.resultIds }),
    }
    const { choices, leftOut, kept } = await chosen(actor, wish, scope)
    const format = choices.format ?? 'csv'
    const rows: Rows = {
      scope,
      filters: wish.filters ?? LeadFilters.parse({}),
      delta: wish.delta,
      userId: actor.userId,
      emailStates: choices.email_states,
      otherEmails: choices.other_emails ?? 'empty',
    }
    const total = await underField('filters', async () => {
      // An order that does not exist is refused here, not when the file is fetched.
      rowsOf(db, rows)
      return countRows(db, rows)
    })
    if (total > EXPORT_MAX_ROWS[format])
      throw invalidField(
        'format',
        `An Excel sheet holds at most 1,048,575 leads, and these are ${total}. Choose CSV`,
      )
    return transaction(db, async () => {
      const { run } = await startRun(actor, exportRun, {
        title: `Export of ${list.name}`,
        list,
        plan: { input: { wish: { ...kept, ...before } }, total },
        audit: 'export.created',
        isQueued: false,
      })
      const input: ExportInput = {
        ...rows,
        runId: run.id,
        columns: choices.columns,
        headers: choices.headers,
        provenance: choices.provenance ?? false,
        bom: choices.bom ?? false,
        format,
        filename: fileName(list.name, format),
        list: { tags: list.tags, lead_source: list.lead_source },
      }
      const ticket = await tickets.issue(actor, 'export', input as unknown as Record<string, unknown>)
      return {
        ...ticket,
        run_id: run.id,
        total,
        filename: input.filename,
        ...(leftOut.length > 0 && { left_out: leftOut }),
      }
    })
  }

  return {
    downloaders: [downloader, again],
    executor,
    files: keptFiles,
    removeExpired: keptFiles.removeExpired,

    /** A ticket for the same file again. @throws AppError not_found, conflict when it is not kept any more. */
    async again(actor: Actor, runId: number) {
      const { file, run } = await keptFile(actor.accountId, runId)
      return transaction(db, async () => {
        recordAudit(db, { accountId: actor.accountId, subject: `run:${runId}` })
        const ticket = await tickets.issue(actor, AGAIN, { runId })
        return { ...ticket, run_id: runId, total: run.total, filename: file.filename }
      })
    },

    create: (actor: Actor, wish: ExportWish) => create(actor, wish),

    ...createExportHistory({
      db,
      lists,
      runs,
      fieldsOfList: async (actor, list) => fieldsIn(await leads.scopeOf(actor, list.id, list.type)),
      create,
    }),
  }
}

export type ExportsService = ReturnType<typeof createExportsService>
