import type * as z from 'zod/mini'
import { type AddressFile, verifyRun } from '#contract/activity/run-kinds/verify.ts'
import type { Run } from '#contract/activity/runs.ts'
import type { LeadSelection } from '#contract/leads/leads.ts'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import type { UploadsService } from '#server/modules/core/files/index.ts'
import type { LeadScope, LeadsService } from '#server/modules/leads/leads/index.ts'
import type { ListRow, ListsService } from '#server/modules/leads/lists/index.ts'
import type { StartRun } from '#server/modules/leads/run-start/index.ts'
import { CsvError } from '#server/platform/csv/csv-error.ts'
import { readCsv } from '#server/platform/csv/read-csv.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { conflict, invalidField } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { CheckDeps } from './check-address.ts'
import { findAddressColumn } from './find-column.ts'
import { counted, lineOf, withoutSuppressed } from './load-lines.ts'
import { insertLines, type Line } from './verification-items-store.ts'

export interface StartDeps {
  db: Db
  startRun: StartRun
  uploads: UploadsService
  leads: LeadsService
  lists: ListsService
  suppression: CheckDeps['suppression']
}

type Selection = z.output<typeof LeadSelection>

const SAMPLE_ROWS = 200
const CHUNK = 5000

/** "1 address", "1,200 addresses". */
const addressCount = (count: number): string =>
  count === 1 ? '1 address' : `${count.toLocaleString('en')} addresses`

/**
 * Header and first rows of an upload.
 * @throws AppError not_found, conflict when it is incomplete, validation_failed when it is not CSV.
 */
export async function readHead(
  uploads: UploadsService,
  accountId: number,
  uploadId: string,
): Promise<{ columns: string[]; rows: string[][]; name: string }> {
  const { stream, name } = await uploads.open(accountId, uploadId)
  let columns: string[] = []
  const rows: string[][] = []
  try {
    for await (const event of readCsv(stream)) {
      if (event.kind === 'header') columns = event.columns
      else if (event.kind === 'row') rows.push(event.values)
      if (rows.length >= SAMPLE_ROWS) break
    }
  } catch (error) {
    if (error instanceof CsvError) throw invalidField('upload_id', error.message)
    throw error
  } finally {
    stream.destroy()
  }
  return { columns, rows, name }
}

/** The index of a named column. @throws AppError validation_failed on `field`, with the existing names. */
export function columnNamed(columns: readonly string[], wanted: string, field: string): number {
  const exact = columns.indexOf(wanted)
  const index = exact >= 0 ? exact : columns.findIndex((name) => name.toLowerCase() === wanted.toLowerCase())
  if (index >= 0) return index
  const names = columns.slice(0, 40).join(', ')
  throw invalidField(field, `The file has no column "${wanted}". Its columns are ${names}`)
}

/** Starting verification runs: of a list of addresses, of a file, of leads. */
export function createStart({ db, startRun, uploads, leads, lists, suppression }: StartDeps) {
  async function start(
    actor: Actor,
    wanted: { title: string; list?: ListRow; file?: AddressFile; lines?: Line[] },
  ): Promise<Run> {
    const lines = await withoutSuppressed(suppression, actor.accountId, wanted.lines ?? [])
    const invalid = lines.filter((line) => line.address === null).length
    const distinct = new Set(lines.flatMap((line) => line.address ?? [])).size
    const { run } = await startRun(actor, verifyRun, {
      title: wanted.title,
      ...(wanted.list && { list: wanted.list }),
      plan: {
        input: { file: wanted.file ?? null },
        total: wanted.file ? null : distinct + invalid,
        done: wanted.file ? 0 : invalid,
        counts: counted({}, { invalid }),
      },
      async work({ accountId, runId }) {
        for (let at = 0; at < lines.length; at += CHUNK)
          await insertLines(db, accountId, runId, at, lines.slice(at, at + CHUNK))
      },
    })
    return run
  }

  /** The position of addresses in an upload. @throws AppError validation_failed. */
  async function fileOf(actor: Actor, uploadId: string, column: string | undefined) {
    const { columns, rows, name } = await readHead(uploads, actor.accountId, uploadId)
    const found = column
      ? { index: columnNamed(columns, column, 'column'), headerless: false }
      : findAddressColumn(columns, rows)
    if (!found)
      throw invalidField(
        'column',
        `No column in this file looks like email addresses. Choose one of: ${columns.slice(0, 40).join(', ')}`,
      )
    return { file: { uploadId, ...found }, name }
  }

  /** The addresses of leads, in the order of the given ids. */
  async function linesOf(scope: LeadScope, ids: number[]): Promise<Line[]> {
    const found = new Map<number, Line>()
    for await (const chunk of leads.chunks(scope, ids, CHUNK))
      for (const lead of chunk) {
        const line = lead.is_sample ? null : lineOf(lead.email ?? '')
        if (line) found.set(lead.id, line)
      }
    return ids.flatMap((id) => found.get(id) ?? [])
  }

  return {
    /** Starts checking a list of addresses. @throws AppError validation_failed when it is blank. */
    async list(actor: Actor, emails: string[]): Promise<Run> {
      const lines = emails.map(lineOf).filter((line) => line !== null)
      if (lines.length === 0) throw invalidField('emails', 'Enter at least one address')
      return start(actor, { title: `Check of ${addressCount(lines.length)}`, lines })
    },

    /** Starts checking a column of an uploaded file; the run reads it. */
    async upload(actor: Actor, wanted: { upload_id: string; column?: string | undefined }): Promise<Run> {
      const { file, name } = await fileOf(actor, wanted.upload_id, wanted.column)
      return start(actor, { title: `Check of ${name}`, file })
    },

    /**
     * Starts checking the addresses of leads, without sample data.
     * @throws AppError not_found, conflict when no lead has an address.
     */
    forLeads(actor: Actor, type: ListTypeId, listId: number, selection: Selection) {
      return transaction(db, async () => {
        const scope = await leads.scopeOf(actor, listId, type)
        const list = await lists.find(actor, listId, type)
        const lines = await linesOf(scope, await leads.idsOf(scope, selection))
        if (lines.length === 0) throw conflict('None of these leads have an email to check')
        const run = await start(actor, { title: `Check of ${list.name}`, list, lines })
        return { run, list_id: listId }
      })
    },
  }
}
