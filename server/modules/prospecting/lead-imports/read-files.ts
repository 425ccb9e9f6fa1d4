import type { FieldDefinition } from '#contract/leads/list-types/define.ts'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import type { ImportMapping } from '#contract/prospecting/lead-imports.ts'
import { findUploadedFile } from '#server/modules/core/files/index.ts'
import { findFieldDefinitions } from '#server/modules/leads/custom-fields/index.ts'
import { type Context, perContext } from '#server/platform/context.ts'
import { invalidField } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { createKeyedSlots } from '#server/platform/keyed-slots.ts'
import { importFields } from './fields.ts'
import { type FileFacts, fileFacts } from './file-facts.ts'
import { guessMapping } from './guess-mapping.ts'
import type { InputFile } from './import-input.ts'
import { findMapping } from './lead-imports-store.ts'
import { completeMapping } from './plan-columns.ts'
import { openTable, TableError, type TableFile } from './table-file.ts'

/** Rows sampled to guess the columns' meaning. */
const SAMPLED_ROWS = 200
/** Files of one account read concurrently; further ones wait, those of other accounts do not. */
const FILES_AT_ONCE = 2

/** Facts of files that were read completely, by upload: their bytes never change. */
const factsOf = perContext(() => new Map<string, FileFacts>())
const REMEMBERED_FILES = 50

async function knownFacts(ctx: Context, file: InputFile, table: TableFile, signal: AbortSignal) {
  const known = factsOf(ctx)
  const key = `${file.upload_id} ${table.encoding}`
  const facts = known.get(key) ?? (await fileFacts(table, signal))
  known.delete(key)
  known.set(key, facts)
  const [oldest] = known.keys()
  if (known.size > REMEMBERED_FILES && oldest !== undefined) known.delete(oldest)
  return facts
}

async function sampled(table: TableFile, signal: AbortSignal) {
  const rows: string[][] = []
  for await (const group of table.rows(null, signal)) {
    signal.throwIfAborted()
    for (const row of group) if (row.reason === undefined) rows.push(row.cells)
    if (rows.length >= SAMPLED_ROWS) break
  }
  const first = rows.slice(0, SAMPLED_ROWS)
  return table.columns.map((name, at) => ({ name, values: first.map((cells) => cells[at] ?? '') }))
}

/** A stored mapping, without deleted fields. */
function withoutGoneFields(
  mapping: ImportMapping,
  type: ListTypeId,
  custom: FieldDefinition[],
): ImportMapping {
  const names = new Set(importFields(type, custom).map(({ name }) => name))
  return Object.fromEntries(
    Object.entries(mapping).filter(([, target]) => !target || ('field' in target && names.has(target.field))),
  )
}

const slotsOf = perContext(() => createKeyedSlots(FILES_AT_ONCE))

/** Reads a file when it is the account's turn. An error may appear midway. */
export async function readInTurn<T>(
  ctx: Context,
  actor: Actor,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  const release = await slotsOf(ctx)(String(actor.accountId), signal)
  try {
    return await work()
  } catch (error) {
    if (error instanceof TableError) throw invalidField(error.field, error.message)
    throw error
  } finally {
    release()
  }
}

/** A file's columns with the fields they are mapped to by default. */
export async function readColumns(
  ctx: Context,
  actor: Actor,
  file: InputFile,
  type: ListTypeId,
  signal: AbortSignal,
) {
  const { table, columns, facts } = await readInTurn(ctx, actor, signal, async () => {
    const opened = await openTable(
      await findUploadedFile(ctx, actor.accountId, file.upload_id),
      file.encoding,
    )
    const facts = await knownFacts(ctx, file, opened, signal)
    const columns = (await sampled(opened, signal)).map((column, at) => ({
      ...column,
      facts: facts.columns[at],
    }))
    return { table: opened, columns, facts }
  })
  const custom = await findFieldDefinitions(ctx.db, actor.accountId)
  const stored = await findMapping(ctx.db, actor.accountId, type, table.columns)
  const { mapping: guessed, reasons } = guessMapping(type, custom, columns)
  const mapping = stored
    ? completeMapping(table.columns, { stated: withoutGoneFields(stored, type, custom), found: guessed })
    : guessed
  return { table, columns, custom, mapping, reasons, facts, remembered: stored !== null }
}
