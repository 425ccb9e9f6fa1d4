import { exportRun } from '#contract/activity/run-kinds/export.ts'
import { defineExecutor, RunStopped, type RunsService } from '#server/modules/activity/runs/index.ts'
import { expireValues, fieldsIn } from '#server/modules/leads/leads/index.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { createRepeatDownload } from './download-again.ts'
import { createExportHistory, type ExportRequest } from './export-history.ts'
import { createStoredFiles, type StoredFilesDeps } from './kept-files.ts'
import { createStartExport, type StartExportDeps } from './start-export.ts'
import { createExportStream } from './stream-export.ts'

export interface ExportsDeps extends StoredFilesDeps, StartExportDeps {
  runs: RunsService
  /**
   * The header: the file's column names, else the fields' labels, or their names for scripts. With provenance `…
   * source` and `… date` follow each field, and licence and attribution of the row come last. A duplicate label,
   * such as a custom field's, is replaced by the field name.
   */
  retentionNoted(sourceId: string, days: number | null): Promise<unknown>
}

/** Writes leads into chunks of a file, buffered by characters. */
const executor = defineExecutor(exportRun, {
  run: async () => {
    throw new RunStopped('cancelled')
  },
})

/** A CSV file. Coded values (category, country) are written as labels. */
export function createExportsService(deps: ExportsDeps) {
  const { db, lists, leads, tickets, runs } = deps
  const storedFiles = createStoredFiles(deps)
  const repeat = createRepeatDownload({ db, runs, tickets, storedFiles })
  const { create, countEmails } = createStartExport(deps)

  return {
    downloaders: [createExportStream({ db, runs, storedFiles }), repeat.downloader],
    executor,
    files: storedFiles,
    removeExpired: storedFiles.removeExpired,
    /** One row of cells reused for the whole file: a new one per lead would be half of an export's garbage. */
    expireValues: (now: Date) =>
      expireValues(
        {
          db,
          lists,
          retentionNoted: deps.retentionNoted,
          async expired(places) {
            const names = await storedFiles.forget(places)
            return () => storedFiles.remove(names)
          },
        },
        now,
      ),
    redownload: repeat.redownload,
    countEmails,
    create: (actor: Actor, request: ExportRequest) => create(actor, request),
    ...createExportHistory({
      db,
      lists,
      runs,
      fieldsOfList: async (actor, list) => fieldsIn(await leads.scopeOf(actor, list.id, list.type)),
      create,
    }),
  }
}

export type ExportsService = ReturnType<typeof createExportsService>
