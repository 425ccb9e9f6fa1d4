import { corpusImportRun } from '#contract/activity/run-kinds/corpus-import.ts'
import {
  FIELDS_OF_KIND,
  type ImportKind,
  PEOPLE_FORMATS,
  REQUIRED_FIELDS_OF_KIND,
} from '#contract/sources/import-kinds.ts'
import type { PlaceFormatId } from '#contract/sources/place-formats.ts'
import { findUpload, findUploadedFile } from '#server/modules/core/files/index.ts'
import { findCategories, resolveCategory, resolveCountry } from '#server/modules/core/vocabulary/index.ts'
import { startRun } from '#server/modules/leads/run-start/index.ts'
import type { Context } from '#server/platform/context.ts'
import { invalidField } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { targetSource } from './area/target-source.ts'
import { noteCategories } from './category-notes.ts'
import { type ColumnMapping, guessMapping } from './column-mapping.ts'
import { FormatError, type PlaceFormat } from './formats/place-format.ts'
import { recogniseFormat } from './formats/recognise-format.ts'

const PREVIEW_ROWS = 20
const MAX_COLUMNS = 2000

interface InputFile {
  upload_id: string
  format?: PlaceFormatId
  encoding?: string
  kind: ImportKind
}

interface Start extends InputFile {
  source: string
  licence: string
  category?: string
  country?: string
  mapping?: ColumnMapping
}

/** Guesses, overridden by what is stated. @throws AppError validation_failed where that does not fit. */
function makeMapping(
  kind: ImportKind,
  found: { columns: string[]; mapping: ColumnMapping },
  stated: ColumnMapping = {},
): ColumnMapping {
  const mapping = { ...found.mapping, ...stated }
  for (const field of FIELDS_OF_KIND[kind]) {
    // A column may be mapped to several fields manually, never by a guess: a stated use overrides guesses.
    const isTaken = Object.entries(stated).some(
      ([other, column]) => other !== field && column === mapping[field],
    )
    // An empty column means: this field is in no column, whatever its name suggests.
    if ((isTaken && !stated[field]) || mapping[field] === '') delete mapping[field]
  }
  checkMapping(kind, mapping, found.columns)
  return mapping
}

function checkMapping(kind: ImportKind, mapping: ColumnMapping, columns: string[]): void {
  const fields: readonly string[] = FIELDS_OF_KIND[kind]
  const foreign = Object.keys(mapping).find((field) => !fields.includes(field))
  if (foreign !== undefined)
    throw invalidField(
      `mapping.${foreign}`,
      `${KIND_WORDS[kind]} have no such field; theirs are ${fields.join(', ')}`,
    )
  for (const [field, column] of Object.entries(mapping)) {
    if (!columns.includes(column))
      throw invalidField(
        `mapping.${field}`,
        `The file has no column "${column}"; its columns are ${columns.slice(0, 40).join(', ')}`,
      )
  }
  for (const group of REQUIRED_FIELDS_OF_KIND[kind]) {
    if (!group.some((field) => mapping[field]))
      throw invalidField(
        `mapping.${group[0]}`,
        `Choose the column with the ${group[0]}; the file's columns are ${columns.slice(0, 40).join(', ')}`,
      )
  }
}

const KIND_WORDS: Record<ImportKind, string> = { places: 'Places', people: 'People' }

/** People are imported from files with mapped columns. @throws FormatError for other ones. */
function checkFormat(kind: ImportKind, format: PlaceFormat, layout: string | null): void {
  if (kind === 'places' || (layout === null && PEOPLE_FORMATS.includes(format.id))) return
  const found = layout ?? format.label
  throw new FormatError(`People are read from CSV and NDJSON; this file is ${found}, which holds places.`)
}

function readCategory(text: string | undefined): string | undefined {
  if (!text) return undefined
  const category = resolveCategory(text)
  if (category) return category.id
  const near = findCategories(text, { limit: 3 }).map((item) => item.label)
  throw invalidField(
    'category',
    `No category called "${text}" is known${near.length > 0 ? `; did you mean ${near.join(', ')}?` : ''}`,
  )
}

function readCountry(text: string | undefined): string | undefined {
  if (!text) return undefined
  const country = resolveCountry(text)
  if (!country) throw invalidField('country', `"${text}" is not a country. Use its two-letter code, e.g. US`)
  return country
}

/** Format and first rows of an upload. @throws AppError validation_failed when it cannot be read. */
async function inspectFile(ctx: Context, accountId: number, input: InputFile) {
  const file = await findUploadedFile(ctx, accountId, input.upload_id)
  try {
    const format = await recogniseFormat(file, input.format)
    const found = await format.preview(file, { rows: PREVIEW_ROWS, encoding: input.encoding })
    if (found.columns.length > MAX_COLUMNS)
      throw new FormatError(
        `The file has ${found.columns.length} columns; at most ${MAX_COLUMNS} are read. Remove those that don’t describe ${input.kind === 'people' ? 'people' : 'places'}.`,
      )
    checkFormat(input.kind, format, found.layout)
    const mapping: ColumnMapping = found.layout === null ? guessMapping(found.columns, input.kind) : {}
    return { format: format.id, ...found, mapping }
  } catch (error) {
    if (error instanceof FormatError) throw invalidField(error.field, error.message)
    throw error
  }
}

/** Columns, guessed mapping and first rows of an upload. @throws AppError validation_failed. */
export async function previewCorpusFile(ctx: Context, actor: Actor, file: InputFile) {
  const found = await inspectFile(ctx, actor.accountId, file)
  const notes =
    file.kind === 'places' && found.layout === null
      ? noteCategories(found, found.mapping)
      : { unknown_categories: [], suggested_category: null }
  return { ...found, ...notes, rows: found.rows.map((row) => row.map((cell) => cell.slice(0, 200))) }
}

/** Checks everything possible before the first row, then starts the run. */
export async function startCorpusImport(ctx: Context, actor: Actor, input: Start) {
  const found = await inspectFile(ctx, actor.accountId, input)
  const mapping = found.layout === null ? makeMapping(input.kind, found, input.mapping) : {}
  const facts = { category: readCategory(input.category), country: readCountry(input.country) }
  const { size } = await findUpload(ctx, actor, input.upload_id)
  const { run } = await startRun(ctx, actor, corpusImportRun, {
    title: `Import of ${input.source}`,
    plan: async () => ({
      input: {
        uploadId: input.upload_id,
        sourceId: await targetSource(ctx.db, input.source, input.licence),
        sourceName: input.source,
        licence: input.licence,
        kind: input.kind,
        format: found.format,
        encoding: input.encoding,
        mapping,
        ...facts,
      },
      total: size,
      counts: { imported: 0, updated: 0, unchanged: 0, rejected: 0 },
    }),
  })
  return run
}
