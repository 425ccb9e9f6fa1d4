import { exportRun } from '#contract/activity/run-kinds/export.ts'
import { defineExecutor, RunStopped, type RunsService } from '#server/modules/activity/runs/index.ts'
import { expireValues, fieldsIn } from '#server/modules/leads/leads/index.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { createDownloadAgain } from './download-again.ts'
import { createExportHistory, type ExportRequest } from './export-history.ts'
import { createKeptFiles, type KeptFilesDeps } from './kept-files.ts'
import { createStartExport, type StartExportDeps } from './start-export.ts'
import { createExportStream } from './stream-export.ts'

export interface ExportsDeps extends KeptFilesDeps, StartExportDeps {
  runs: RunsService
  /** Hears that leads know of the days that values of a source are kept (`ExpireDeps`). */
  retentionNoted(sourceId: string, days: number | null): Promise<unknown>
}

/** A download that nobody came for ends as cancelled when its ticket is long dead. */
const executor = defineExecutor(exportRun, {
  run: async () => {
    throw new RunStopped('cancelled')
  },
})

/** Exports: a ticket first, then a stream of the current view with its progress as a run. */
export function createExportsService(deps: ExportsDeps) {
  const { db, lists, leads, tickets, runs } = deps
  const keptFiles = createKeptFiles(deps)
  const again = createDownloadAgain({ db, runs, tickets, keptFiles })
  const { create, countEmails } = createStartExport(deps)

  return {
    downloaders: [createExportStream({ db, runs, keptFiles }), again.downloader],
    executor,
    files: keptFiles,
    removeExpired: keptFiles.removeExpired,
    /** Empties values of leads that have expired; kept files that hold them go too. */
    expireValues: (now: Date) =>
      expireValues(
        {
          db,
          lists,
          retentionNoted: deps.retentionNoted,
          async expired(places) {
            const names = await keptFiles.forget(places)
            return () => keptFiles.remove(names)
          },
        },
        now,
      ),
    again: again.again,
    countEmails,
    create: (actor: Actor, wish: ExportRequest) => create(actor, wish),
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
