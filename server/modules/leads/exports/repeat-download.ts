import type { RunsService } from '#server/modules/activity/runs/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { Downloader, TicketRow, TicketsService } from '#server/modules/core/files/index.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { contentTypeOf } from './file-name.ts'
import type { StoredFiles } from './stored-files.ts'

/** The kind of tickets for files of earlier exports. */
const TICKET_KIND = 'export_file'
const FILE_GONE = 'This export’s file is no longer available. Export the list again'

interface RepeatDownloadDeps {
  db: Db
  runs: Pick<RunsService, 'find'>
  tickets: TicketsService
  storedFiles: Pick<StoredFiles, 'find' | 'open'>
}

export function createRepeatDownload({ db, runs, tickets, storedFiles }: RepeatDownloadDeps) {
  /** An export's file, while it is stored and its list is not in the trash. @throws AppError not_found, conflict. */
  async function storedFile(accountId: number, runId: number) {
    const run = await runs.find(accountId, runId)
    if (run?.kind !== 'export') throw notFound('The export')
    if (run.list_deleted_at) throw conflict('The list of this export is in the trash. Restore it first')
    const file = await storedFiles.find(accountId, runId)
    if (!file) throw conflict(FILE_GONE)
    return { file, run }
  }

  const downloader: Downloader = {
    kind: TICKET_KIND,
    async open(ticket: TicketRow) {
      const { file } = await storedFile(ticket.account_id, (ticket.input as { runId: number }).runId)
      return {
        filename: file.filename,
        contentType: contentTypeOf(file.filename),
        stream: storedFiles.open(file),
      }
    },
  }

  return {
    downloader,

    /** A ticket for the same file again. @throws AppError not_found, conflict when it is no longer stored. */
    async redownload(actor: Actor, runId: number) {
      const { file, run } = await storedFile(actor.accountId, runId)
      return transaction(db, async () => {
        recordAudit(db, { accountId: actor.accountId, subject: `run:${runId}` })
        const ticket = await tickets.issue(actor, TICKET_KIND, { runId })
        return { ...ticket, run_id: runId, total: run.total, filename: file.filename }
      })
    },
  }
}
