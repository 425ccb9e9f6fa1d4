import { findOwnRun, findRun } from '#server/modules/activity/runs/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { type Downloader, issueTicket } from '#server/modules/core/files/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { findContentType } from './file-name.ts'
import { findStoredFile, openExportFile } from './stored-files.ts'

/** The kind of tickets for files of earlier exports. */
const TICKET_KIND = 'export_file'
const FILE_GONE = 'This export’s file is no longer available. Export the list again'

/** An export's file, while it is stored and its list is not in the trash. @throws AppError not_found, conflict. */
async function storedFile(ctx: Context, accountId: number, runId: number) {
  const run = await findRun(ctx, accountId, runId)
  if (run?.kind !== 'export') throw notFound('The export')
  if (run.list_deleted_at) throw conflict('The list of this export is in the trash. Restore it first')
  const file = await findStoredFile(ctx, accountId, runId)
  if (!file) throw conflict(FILE_GONE)
  return { file, run }
}

export const storedFileDownloader = (ctx: Context): Downloader => ({
  kind: TICKET_KIND,
  async open(ticket) {
    const { file } = await storedFile(ctx, ticket.account_id, (ticket.input as { runId: number }).runId)
    return {
      filename: file.filename,
      contentType: findContentType(file.filename),
      stream: openExportFile(ctx, file),
    }
  },
})

/** A ticket for the same file again. @throws AppError not_found, conflict when it is no longer stored. */
export async function redownloadExport(ctx: Context, actor: Actor, runId: number) {
  if (!(await findOwnRun(ctx, actor, runId))) throw notFound('The export')
  const { file, run } = await storedFile(ctx, actor.accountId, runId)
  return transaction(ctx.db, async () => {
    recordAudit(ctx.db, { accountId: actor.accountId, subject: `run:${runId}` })
    const ticket = await issueTicket(ctx, actor, TICKET_KIND, { runId })
    return { ...ticket, run_id: runId, total: run.total, filename: file.filename }
  })
}
