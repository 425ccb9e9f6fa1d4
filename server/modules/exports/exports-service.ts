import { Readable } from 'node:stream'
import { LeadFilters } from '#contract/leads.ts'
import { exportRun } from '#contract/run-kinds/export.ts'
import { recordAudit } from '#server/modules/audit/index.ts'
import type { Downloader, TicketRow, TicketsService } from '#server/modules/files/index.ts'
import {
  countLeads,
  fieldsIn,
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
import { AppError, notFound, underField } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import {
  columnsToRead,
  exportFields,
  headerLine,
  type ListDetails,
  readsLabels,
  rowWriter,
} from './export-rows.ts'
import { type Copy, createKeptFiles, type KeptFilesDeps } from './kept-files.ts'

interface ExportWish {
  list_id: number
  filters?: LeadFilters | undefined
  resultIds?: number[] | undefined
  columns?: string[] | undefined
  provenance: boolean
  bom: boolean
}

/** What a ticket of kind export remembers. */
interface ExportInput {
  runId: number
  scope: LeadScope
  filters: LeadFilters
  columns: string[]
  provenance: boolean
  bom: boolean
  filename: string
  list: ListDetails
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
const fileName = (name: string) => {
  const plain = name
    .replace(/[^\p{L}\p{M}\p{N} ._-]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return `${[...plain].slice(0, 80).join('') || 'list'}.csv`
}

const rowsOf = (db: Db, { scope, filters }: Pick<ExportInput, 'scope' | 'filters'>) =>
  orderedLeads(db, scope, filters)

/** CSV exports: a ticket first, then a stream of the current view with its progress as a run. */
export function createExportsService(deps: ExportsDeps) {
  const { db, lists, leads, tickets, runs, startRun } = deps
  const keptFiles = createKeptFiles(deps)
  async function* lines(
    input: ExportInput,
    { track, copy }: { track: ReturnType<RunsService['track']>; copy: Copy },
    signal: AbortSignal,
  ): AsyncIterable<string> {
    const { provenance, list } = input
    const shape = { fields: exportFields(fieldsIn(input.scope), input.columns), provenance, list }
    const write = rowWriter(shape)
    let piece = (input.bom ? BOM : '') + headerLine(shape)
    let rows = 0
    const read = rowsOf(db, input).clearSelect().select(columnsToRead(shape))
    const found = readsLabels(shape) ? read.select(LABEL_NAMES.as('labels')) : read
    for await (const lead of found.stream(STREAM_ROWS) as AsyncIterable<LeadRow>) {
      if (signal.aborted) throw new RunStopped('cancelled')
      piece += write(lead)
      rows += 1
      if (piece.length < PIECE_BYTES) continue
      await track.progress({ done: rows, counts: { rows } })
      await copy.add(piece)
      yield piece
      piece = ''
    }
    await copy.add(piece)
    if (piece) yield piece
    await copy.keep()
    await track.end('succeeded', { done: rows, counts: { rows } })
  }

  async function* settled(input: ExportInput, signal: AbortSignal): AsyncIterable<string> {
    const track = runs.track(input.scope.accountId, input.runId)
    const { runId, filename } = input
    const copy = keptFiles.copy({ accountId: input.scope.accountId, runId, filename })
    let finished = false
    try {
      yield* lines(input, { track, copy }, signal)
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
        contentType: 'text/csv; charset=utf-8',
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
        contentType: 'text/csv; charset=utf-8',
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

    /** Counts the rows, makes the run that shows the progress, and issues the ticket. */
    async create(actor: Actor, wish: ExportWish) {
      const list = await lists.find(actor, wish.list_id)
      const scope = {
        ...(await leads.scopeOf(actor, list.id, list.type)),
        ...(wish.resultIds && { ids: wish.resultIds }),
      }
      const fields = exportFields(fieldsIn(scope), wish.columns)
      const filters = wish.filters ?? LeadFilters.parse({})
      const total = await underField('filters', async () => {
        // An order that does not exist is refused here, not when the file is fetched.
        rowsOf(db, { scope, filters })
        return countLeads(db, scope, filters)
      })
      return transaction(db, async () => {
        const { run } = await startRun(actor, exportRun, {
          title: `Export of ${list.name}`,
          list,
          plan: { input: {}, total },
          audit: 'export.created',
          isQueued: false,
        })
        const input: ExportInput = {
          runId: run.id,
          scope,
          filters,
          columns: fields.map((field) => field.name),
          provenance: wish.provenance,
          bom: wish.bom,
          filename: fileName(list.name),
          list: { tags: list.tags, lead_source: list.lead_source },
        }
        const ticket = await tickets.issue(actor, 'export', input as unknown as Record<string, unknown>)
        return { ...ticket, run_id: run.id, total, filename: input.filename }
      })
    },
  }
}

export type ExportsService = ReturnType<typeof createExportsService>
