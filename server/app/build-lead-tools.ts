import { knownEntityKeys } from '#server/modules/corpus/index.ts'
import { createCustomFieldsService, customFieldRoutes } from '#server/modules/custom-fields/index.ts'
import type { TicketsService, UploadsService } from '#server/modules/files/index.ts'
import {
  createLeadImportsService,
  leadImportExecutor,
  leadImportRoutes,
  rejectedLeadsDownloader,
} from '#server/modules/lead-imports/index.ts'
import {
  createCleanUp,
  createLabelsService,
  createLeadEdits,
  createListTwins,
  createManualEntry,
  createNotesService,
  type LeadGuard,
  type LeadsService,
  labelRoutes,
  leadEditRoutes,
  leadTidyRoutes,
  listTwinRoutes,
} from '#server/modules/leads/index.ts'
import type { ListsService } from '#server/modules/lists/index.ts'
import type { StartRun } from '#server/modules/run-start/index.ts'
import type { RunsService } from '#server/modules/runs/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Queue } from '#server/platform/queue/queue.ts'

export interface LeadToolsDeps {
  db: Db
  queue: Pick<Queue, 'send'>
  lists: ListsService
  leads: LeadsService
  suppression: LeadGuard
  uploads: UploadsService
  tickets: TicketsService
  runs: RunsService
  startRun: StartRun
}

/** What people do with leads by hand: change, move, note, bring from files, and fields of their own. */
export function buildLeadTools(deps: LeadToolsDeps) {
  const { db, queue, lists, leads } = deps
  const customFields = createCustomFieldsService({ db })
  const leadEdits = createLeadEdits({ db, queue, leads, lists })
  const manualEntry = createManualEntry({ db, leads, knownKeys: (entry) => knownEntityKeys(db, entry) })
  const cleanUp = createCleanUp({ db, leads, lists })
  const notes = createNotesService({ db, lists })
  const labels = createLabelsService({ db, leads })
  const imports = createLeadImportsService({ ...deps, customFields })
  return {
    executors: [leadImportExecutor(deps)],
    downloaders: [rejectedLeadsDownloader(db)],
    /** For tests and other modules. */
    modules: { customFields, leadEdits, labels },
    routes: [
      ...leadEditRoutes(leads, leadEdits, notes),
      ...customFieldRoutes(customFields),
      ...labelRoutes(labels),
      ...listTwinRoutes(createListTwins({ db, leads, lists })),
      ...leadImportRoutes(imports),
      ...leadTidyRoutes(leads, manualEntry, cleanUp),
    ],
  }
}
