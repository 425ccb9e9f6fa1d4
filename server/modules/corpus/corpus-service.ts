import { PLACE_FIELDS, type PlaceField } from '#contract/place-fields.ts'
import { corpusImportRun } from '#contract/run-kinds/corpus-import.ts'
import { recordAudit } from '#server/modules/audit/index.ts'
import type { TicketsService, UploadsService } from '#server/modules/files/index.ts'
import type { StartRun } from '#server/modules/run-start/index.ts'
import { presentRun, type RunsService } from '#server/modules/runs/index.ts'
import { findCategories, resolveCategory, resolveCountry } from '#server/modules/vocabulary/index.ts'
import { CsvError } from '#server/platform/csv/csv-error.ts'
import { readCsv } from '#server/platform/csv/read-csv.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { invalidField, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { guessMapping } from './column-mapping.ts'
import { findRejected, listSources, upsertSource } from './corpus-store.ts'

const PREVIEW_ROWS = 20
const REQUIRED: PlaceField[] = ['id', 'name']

interface Start {
  upload_id: string
  encoding?: string | undefined
  source: string
  licence: string
  category?: string | undefined
  country?: string | undefined
  mapping?: Partial<Record<PlaceField, string>> | undefined
}

function checkMapping(mapping: Partial<Record<PlaceField, string>>, columns: string[]): void {
  for (const [field, column] of Object.entries(mapping)) {
    if (!columns.includes(column))
      throw invalidField(
        `mapping.${field}`,
        `The file has no column "${column}"; its columns are ${columns.slice(0, 40).join(', ')}`,
      )
  }
  for (const field of REQUIRED) {
    if (!mapping[field])
      throw invalidField(
        `mapping.${field}`,
        `Say which column holds the ${field}; the file's columns are ${columns.slice(0, 40).join(', ')}`,
      )
  }
}

function categoryOf(text: string | undefined): string | undefined {
  if (!text) return undefined
  const category = resolveCategory(text)
  if (category) return category.id
  const near = findCategories(text, { limit: 3 }).map((item) => item.label)
  throw invalidField(
    'category',
    `No category called "${text}" is known${near.length > 0 ? `; did you mean ${near.join(', ')}?` : ''}`,
  )
}

function countryOf(text: string | undefined): string | undefined {
  if (!text) return undefined
  const country = resolveCountry(text)
  if (!country) throw invalidField('country', `"${text}" is no country; use its two-letter code, e.g. US`)
  return country
}

/** The open corpus: sources, imports and what they rejected. */
export function createCorpusService(deps: {
  db: Db
  uploads: UploadsService
  tickets: TicketsService
  runs: RunsService
  startRun: StartRun
}) {
  const { db, uploads, tickets, runs, startRun } = deps

  /** Header and first rows of an upload. @throws AppError validation_failed when it is no CSV. */
  async function look(accountId: number, uploadId: string, encoding: string | undefined) {
    const { stream } = await uploads.open(accountId, uploadId)
    const found = {
      columns: [] as string[],
      delimiter: ',',
      rows: [] as string[][],
      problems: [] as { line: number; reason: string }[],
    }
    try {
      for await (const event of readCsv(stream, encoding ? { encoding } : {})) {
        if (event.kind === 'header')
          Object.assign(found, { columns: event.columns, delimiter: event.delimiter })
        else if (event.kind === 'row') found.rows.push(event.values)
        else found.problems.push({ line: event.line, reason: event.reason })
        if (found.rows.length + found.problems.length >= PREVIEW_ROWS) break
      }
    } catch (error) {
      if (error instanceof CsvError)
        throw invalidField(/encoding/.test(error.code) ? 'encoding' : 'upload_id', error.message)
      throw error
    } finally {
      stream.destroy()
    }
    return found
  }

  async function importRun(actor: Actor, runId: number) {
    const run = await runs.find(actor.accountId, runId)
    if (run?.kind !== 'corpus_import') throw notFound('The import')
    return run
  }

  return {
    async preview(actor: Actor, file: { upload_id: string; encoding?: string | undefined }) {
      const found = await look(actor.accountId, file.upload_id, file.encoding)
      const rows = found.rows.map((row) => row.map((cell) => cell.slice(0, 200)))
      return { ...found, rows, mapping: guessMapping(found.columns) }
    },

    /** Checks everything that can be checked before the first row, then starts the run. */
    async start(actor: Actor, input: Start) {
      const { columns } = await look(actor.accountId, input.upload_id, input.encoding)
      const mapping = { ...guessMapping(columns), ...input.mapping }
      // One column may feed several fields by hand, never by a guess: a guess gives way to a stated use of its column.
      for (const field of PLACE_FIELDS) {
        const stated = Object.entries(input.mapping ?? {}).some(
          ([other, column]) => other !== field && column === mapping[field],
        )
        if (stated && !input.mapping?.[field]) delete mapping[field]
      }
      // An empty column says: this field is in no column, whatever its name suggests.
      for (const field of PLACE_FIELDS) if (mapping[field] === '') delete mapping[field]
      checkMapping(mapping, columns)
      const facts = { category: categoryOf(input.category), country: countryOf(input.country) }
      const { size } = await uploads.find(actor, input.upload_id)
      const { run } = await startRun(actor, corpusImportRun, {
        title: `Import of ${input.source}`,
        plan: async () => ({
          input: {
            uploadId: input.upload_id,
            sourceId: await upsertSource(db, input.source, input.licence),
            sourceName: input.source,
            licence: input.licence,
            encoding: input.encoding,
            mapping,
            ...facts,
          },
          total: size,
          counts: { imported: 0, updated: 0, rejected: 0 },
        }),
      })
      return run
    },

    async sources() {
      const rows = await listSources(db)
      return rows.map((row) => ({
        id: row.id,
        name: row.name,
        licence: row.licence,
        places: row.places,
        data_as_of: row.data_as_of?.toISOString() ?? null,
        updated_at: row.updated_at.toISOString(),
      }))
    },

    async rejected(actor: Actor, runId: number) {
      const run = await importRun(actor, runId)
      return {
        data: await findRejected(db, actor.accountId, runId, 200),
        total: presentRun(run).counts.rejected ?? 0,
      }
    },

    async rejectedTicket(actor: Actor, runId: number) {
      const run = await importRun(actor, runId)
      const ticket = await transaction(db, () => {
        recordAudit(db, { accountId: actor.accountId, subject: `run:${runId}` })
        return tickets.issue(actor, 'corpus_rejected', { runId })
      })
      return {
        ...ticket,
        run_id: runId,
        total: presentRun(run).counts.rejected ?? 0,
        filename: `rejected-${runId}.csv`,
      }
    },
  }
}

export type CorpusService = ReturnType<typeof createCorpusService>
