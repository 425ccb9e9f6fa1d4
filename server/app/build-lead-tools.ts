import type { RunsService } from '#server/modules/activity/runs/index.ts'
import type { TicketsService, UploadsService } from '#server/modules/core/files/index.ts'
import { createCustomFieldsService, customFieldRoutes } from '#server/modules/leads/custom-fields/index.ts'
import { createDuplicatesService, duplicateRoutes } from '#server/modules/leads/duplicates/index.ts'
import { createLabelsService, labelRoutes } from '#server/modules/leads/labels/index.ts'
import {
  createCleanUp,
  createLeadEdits,
  createManualEntry,
  createNotesService,
  leadEditRoutes,
  leadTidyRoutes,
} from '#server/modules/leads/lead-edits/index.ts'
import type { LeadGuard, LeadsService } from '#server/modules/leads/leads/index.ts'
import type { ListsService } from '#server/modules/leads/lists/index.ts'
import type { StartRun } from '#server/modules/leads/run-start/index.ts'
import {
  createLeadImportsService,
  leadImportExecutor,
  leadImportRoutes,
  rejectedLeadsDownloader,
} from '#server/modules/prospecting/lead-imports/index.ts'
import { knownEntityKeys } from '#server/modules/sources/corpus/index.ts'
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

/** Manual work on leads: edit, move, note, import from files, and custom fields. */
export function buildLeadTools(deps: LeadToolsDeps) {
  const { db, queue, lists, leads, suppression, uploads, tickets, runs, startRun } = deps
  const customFields = createCustomFieldsService({ db })
  const leadEdits = createLeadEdits({ db, queue, leads, lists })
  const manualEntry = createManualEntry({ db, leads, knownKeys: (entry) => knownEntityKeys(db, entry) })
  const cleanUp = createCleanUp({ db, leads, lists })
  const notes = createNotesService({ db, lists })
  const labels = createLabelsService({ db, leads })
  const imports = createLeadImportsService({ db, uploads, tickets, runs, lists, customFields, startRun })
  return {
    executors: [leadImportExecutor({ db, lists, leads, suppression, uploads })],
    downloaders: [rejectedLeadsDownloader(db)],
    /** For tests and other modules. */
    modules: { customFields, leadEdits, labels },
    routes: [
      ...leadEditRoutes(leads, leadEdits, notes, lists),
      ...customFieldRoutes(customFields),
      ...labelRoutes(labels),
      ...duplicateRoutes(createDuplicatesService({ db, leads, lists })),
      ...leadImportRoutes(imports),
      ...leadTidyRoutes(leads, manualEntry, cleanUp),
    ],
  }
}
