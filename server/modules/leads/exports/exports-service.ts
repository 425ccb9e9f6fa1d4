import { exportRun } from '#contract/activity/run-kinds/export.ts'
import { defineExecutor, RunStopped, type RunsService } from '#server/modules/activity/runs/index.ts'
import { expireValues, fieldsIn } from '#server/modules/leads/leads/index.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { createExportHistory, type ExportRequest } from './export-history.ts'
import { createRepeatDownload } from './repeat-download.ts'
import { createStartExport, type StartExportDeps } from './start-export.ts'
import { createStoredFiles, type StoredFilesDeps } from './stored-files.ts'
import { createExportStream } from './stream-export.ts'

export interface ExportsDeps extends StoredFilesDeps, StartExportDeps {
  runs: RunsService
  /** Called when leads have recorded a source's retention (`ExpireDeps`). */
  retentionNoted(sourceId: string, days: number | null): Promise<unknown>
}

/** Cancels the run of a download that was never fetched, long after its ticket expired. */
const executor = defineExecutor(exportRun, {
  run: async () => {
    throw new RunStopped('cancelled')
  },
})

/** Exports: a ticket first, then a stream of the current view with its progress as a run. */
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
    /** Clears expired values of leads; stored files containing them are deleted too. */
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
