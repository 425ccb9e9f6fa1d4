import { sql } from 'kysely'
import { FileChoices } from '#contract/leads/export-templates.ts'
import type { ExportRecord } from '#contract/leads/exports.ts'
import { LeadFilters } from '#contract/leads/leads.ts'
import type { FieldDefinition } from '#contract/leads/list-types/define.ts'
import type { RunsService } from '#server/modules/activity/runs/index.ts'
import type { ListRow, ListsService } from '#server/modules/leads/lists/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import { pageOf } from '#server/platform/db/page-of.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { existingColumns } from './template-choices.ts'

export interface ExportRequest extends FileChoices {
  list_id: number
  filters?: LeadFilters | undefined
  resultIds?: number[] | undefined
  delta: boolean
  template_id?: number | undefined
}

/** An export's inputs, as stored with its run. */
export interface StoredExport {
  choices: FileChoices
  delta: boolean
  template: string | null
  filters: LeadFilters | null
  resultIds: number[] | null
}

const CHOICE_NAMES = Object.keys(FileChoices.shape)

/** The repeatable part of a request: a template is stored by content, with its name. */
export const storedExport = (
  request: ExportRequest,
  choices: FileChoices,
  template: string | undefined,
): StoredExport => ({
  choices: Object.fromEntries(
    Object.entries(choices).filter(([name, value]) => CHOICE_NAMES.includes(name) && value !== undefined),
  ),
  delta: request.delta,
  template: template ?? null,
  filters: request.filters ?? null,
  resultIds: request.resultIds ?? null,
})

/** Whether filters exclude leads; sorting and paging do not. */
function isFiltered(filters: LeadFilters | null): boolean {
  if (!filters) return false
  const defaults = LeadFilters.parse({})
  const rest = ({ sort: _sort, page: _page, limit: _limit, search_type: _mode, ...others }: LeadFilters) =>
    JSON.stringify(
      Object.entries(others)
        .filter(([, value]) => value !== null && value !== undefined && value !== '')
        .sort(([a], [b]) => a.localeCompare(b)),
    )
  return rest(filters) !== rest(defaults)
}

const storedExportOf = (input: Record<string, unknown>): StoredExport | null => {
  const stored = input.wish as Partial<StoredExport> | undefined
  return stored?.choices ? (stored as StoredExport) : null
}

function presentStoredExport({
  choices,
  delta,
  template,
  filters,
  resultIds,
}: StoredExport): ExportRecord['choices'] {
  const leads = resultIds ? 'selected' : isFiltered(filters) ? 'filtered' : 'all'
  return { ...choices, delta, template, leads, selected: resultIds?.length ?? null }
}

async function pageOfExports(
  db: Db,
  accountId: number,
  { list_id, page, limit }: { list_id: number; page: number; limit: number },
) {
  const base = db
    .selectFrom('run_info as r')
    .where('r.account_id', '=', accountId)
    .where('r.list_id', '=', list_id)
    .where('r.kind', '=', 'export')
  return pageOf(
    base,
    base
      .leftJoin('member as u', 'u.id', 'r.created_by')
      .leftJoin('export_file as f', (join) =>
        join
          .onRef('f.account_id', '=', 'r.account_id')
          .onRef('f.run_id', '=', 'r.id')
          .on('f.bytes', 'is not', null)
          .on('f.expires_at', '>', sql<Date>`now()`),
      )
      .select(['r.id', 'r.state', 'r.done', 'r.input', 'r.created_at', 'r.finished_at'])
      .select(['f.bytes', 'f.expires_at'])
      .select('u.name as by')
      .orderBy('r.id', 'desc'),
    { page, limit },
  )
}

interface HistoryDeps<Ticket> {
  db: Db
  lists: ListsService
  runs: RunsService
  fieldsOfList: (actor: Actor, list: ListRow) => Promise<readonly FieldDefinition[]>
  /** `before` is stored in place of the request, so that a repeat keeps the original choices. */
  create: (actor: Actor, request: ExportRequest, before?: StoredExport) => Promise<Ticket>
}

/** A list's exports, and repeating them. */
export function createExportHistory<Ticket>({ db, lists, runs, fieldsOfList, create }: HistoryDeps<Ticket>) {
  return {
    /** @throws AppError not_found. */
    async history(actor: Actor, query: { list_id: number; page: number; limit: number }) {
      await lists.find(actor, query.list_id)
      const { rows, total } = await pageOfExports(db, actor.accountId, query)
      const data = rows.map((row): ExportRecord => {
        const stored = storedExportOf(row.input)
        return {
          run_id: row.id,
          state: row.state,
          rows: row.done,
          created_by: row.by,
          created_at: row.created_at.toISOString(),
          finished_at: row.finished_at?.toISOString() ?? null,
          file:
            row.bytes !== null && row.expires_at
              ? { bytes: row.bytes, expires_at: row.expires_at.toISOString() }
              : null,
          choices: stored && presentStoredExport(stored),
        }
      })
      return { data, currentPage: query.page, pageSize: query.limit, total }
    },

    /** Exports with the choices of an earlier export. @throws AppError not_found, conflict, validation_failed. */
    async repeat(actor: Actor, runId: number) {
      const run = await runs.find(actor.accountId, runId)
      if (run?.kind !== 'export' || run.list_id === null) throw notFound('The export')
      const stored = storedExportOf(run.input)
      if (!stored) throw conflict('We no longer have this export’s choices. Choose them again and export')
      const list = await lists.find(actor, run.list_id)
      const { choices, leftOut } = existingColumns(await fieldsOfList(actor, list), stored.choices)
      const ticket = await create(
        actor,
        {
          list_id: list.id,
          ...choices,
          delta: stored.delta,
          ...(stored.filters && { filters: stored.filters }),
          ...(stored.resultIds && { resultIds: stored.resultIds }),
        },
        stored,
      )
      return { ...ticket, ...(leftOut.length > 0 && { left_out: leftOut }) }
    },
  }
}
