import { sql } from 'kysely'
import type { ExportRecord } from '#contract/leads/exports.ts'
import { LeadFilters } from '#contract/leads/leads.ts'
import { findOwnRun } from '#server/modules/activity/runs/index.ts'
import { fieldsIn, findLeadScope } from '#server/modules/leads/leads/index.ts'
import { findOwnList } from '#server/modules/leads/lists/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { readPage } from '#server/platform/db/read-page.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { pageReply } from '#server/platform/http/page-reply.ts'
import { startExport } from './start-export.ts'
import type { StoredExport } from './stored-export.ts'
import { existingColumns } from './template-choices.ts'

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

const readStoredExport = (input: Record<string, unknown>): StoredExport | null => {
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

async function findExports(
  db: Db,
  accountId: number,
  { list_id, page, limit }: { list_id: number; page: number; limit: number },
) {
  const base = db
    .selectFrom('run_info as r')
    .where('r.account_id', '=', accountId)
    .where('r.list_id', '=', list_id)
    .where('r.kind', '=', 'export')
  return readPage(
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

/** @throws AppError not_found. */
export async function listExports(
  ctx: Context,
  actor: Actor,
  query: { list_id: number; page: number; limit: number },
) {
  await findOwnList(ctx, actor, query.list_id)
  const { rows, total } = await findExports(ctx.db, actor.accountId, query)
  const data = rows.map((row): ExportRecord => {
    const stored = readStoredExport(row.input)
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
  return pageReply(data, query, total)
}

/** Exports with the choices of an earlier export. @throws AppError not_found, conflict, validation_failed. */
export async function repeatExport(ctx: Context, actor: Actor, runId: number) {
  const run = await findOwnRun(ctx, actor, runId)
  if (run?.kind !== 'export' || run.list_id === null) throw notFound('The export')
  const stored = readStoredExport(run.input)
  if (!stored) throw conflict('We no longer have this export’s choices. Choose them again and export')
  const list = await findOwnList(ctx, actor, run.list_id)
  const scope = await findLeadScope(ctx, actor, list.id, list.type)
  const { choices, leftOut } = existingColumns(fieldsIn(scope), stored.choices)
  const ticket = await startExport(
    ctx,
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
}
