import type * as z from 'zod/mini'
import { type AddressFile, verifyRun } from '#contract/activity/run-kinds/verify.ts'
import type { Run } from '#contract/activity/runs.ts'
import { counted as countedWords } from '#contract/core/plural.ts'
import type { LeadSelection } from '#contract/leads/leads.ts'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { openUpload } from '#server/modules/core/files/index.ts'
import {
  findLeadIds,
  findLeadScope,
  type LeadScope,
  readLeadChunks,
} from '#server/modules/leads/leads/index.ts'
import { findOwnList, type ListRow } from '#server/modules/leads/lists/index.ts'
import { startRun } from '#server/modules/leads/run-start/index.ts'
import type { Context } from '#server/platform/context.ts'
import { CsvError } from '#server/platform/csv/csv-error.ts'
import { readCsv } from '#server/platform/csv/read-csv.ts'
import { transaction } from '#server/platform/db/db.ts'
import { conflict, invalidField } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { findAddressColumn } from './find-column.ts'
import { counted, readLine, withoutSuppressed } from './load-lines.ts'
import { insertLines, type Line } from './verification-items-store.ts'

type Selection = z.output<typeof LeadSelection>

const SAMPLE_ROWS = 200
const CHUNK = 5000

/** "1 address", "1,200 addresses". */
const addressCount = (count: number): string => countedWords(count, 'address', 'addresses')

/**
 * Header and first rows of an upload.
 * @throws AppError not_found, conflict when it is incomplete, validation_failed when it is not CSV.
 */
export async function readHead(
  ctx: Context,
  accountId: number,
  uploadId: string,
): Promise<{ columns: string[]; rows: string[][]; name: string }> {
  const { stream, name } = await openUpload(ctx, accountId, uploadId)
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

async function startVerification(
  ctx: Context,
  actor: Actor,
  wanted: { title: string; list?: ListRow; file?: AddressFile; lines?: Line[] },
): Promise<Run> {
  const lines = await withoutSuppressed(ctx, actor.accountId, wanted.lines ?? [])
  const invalid = lines.filter((line) => line.address === null).length
  const distinct = new Set(lines.flatMap((line) => line.address ?? [])).size
  const { run } = await startRun(ctx, actor, verifyRun, {
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
        await insertLines(ctx.db, accountId, runId, { count: at, lines: lines.slice(at, at + CHUNK) })
    },
  })
  return run
}

/** The position of addresses in an upload. @throws AppError validation_failed. */
async function readFile(ctx: Context, actor: Actor, uploadId: string, column: string | undefined) {
  const { columns, rows, name } = await readHead(ctx, actor.accountId, uploadId)
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

/** The addresses of leads, in the order of `ids`. */
async function findLines(ctx: Context, scope: LeadScope, ids: number[]): Promise<Line[]> {
  const found = new Map<number, Line>()
  for await (const chunk of readLeadChunks(ctx, scope, ids, CHUNK))
    for (const lead of chunk) {
      const line = lead.is_sample ? null : readLine(lead.email ?? '')
      if (line) found.set(lead.id, line)
    }
  return ids.flatMap((id) => found.get(id) ?? [])
}

/** Starts checking a list of addresses. @throws AppError validation_failed when it is blank. */
export async function verifyEmails(ctx: Context, actor: Actor, emails: string[]): Promise<Run> {
  const lines = emails.map(readLine).filter((line) => line !== null)
  if (lines.length === 0) throw invalidField('emails', 'Enter at least one address')
  return startVerification(ctx, actor, { title: `Check of ${addressCount(lines.length)}`, lines })
}

/** Starts checking a column of an uploaded file; the run reads it. */
export async function verifyUpload(
  ctx: Context,
  actor: Actor,
  wanted: { upload_id: string; column?: string },
): Promise<Run> {
  const { file, name } = await readFile(ctx, actor, wanted.upload_id, wanted.column)
  return startVerification(ctx, actor, { title: `Check of ${name}`, file })
}

/**
 * Starts checking the addresses of leads, without sample data.
 * @throws AppError not_found, conflict when no lead has an address.
 */
export function verifyLeads(
  ctx: Context,
  actor: Actor,
  type: ListTypeId,
  listId: number,
  selection: Selection,
) {
  return transaction(ctx.db, async () => {
    const scope = await findLeadScope(ctx, actor, listId, type)
    const list = await findOwnList(ctx, actor, listId, type)
    const lines = await findLines(ctx, scope, await findLeadIds(ctx, scope, selection))
    if (lines.length === 0) throw conflict('None of these leads have an email to check')
    const run = await startVerification(ctx, actor, { title: `Check of ${list.name}`, list, lines })
    return { run, list_id: listId }
  })
}
