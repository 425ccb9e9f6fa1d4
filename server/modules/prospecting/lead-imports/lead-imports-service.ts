import type { RunsService } from '#server/modules/activity/runs/index.ts'
import type { TicketsService, UploadsService } from '#server/modules/core/files/index.ts'
import type { CustomFieldsService } from '#server/modules/leads/custom-fields/index.ts'
import type { ListsService } from '#server/modules/leads/lists/index.ts'
import type { StartRun } from '#server/modules/leads/run-start/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import { createFileChecks } from './check-files.ts'
import { createImportResults } from './import-results.ts'
import { createFileReader } from './read-files.ts'
import { createImportStart } from './start-import.ts'

export interface LeadImportsDeps {
  db: Db
  uploads: UploadsService
  tickets: TicketsService
  runs: RunsService
  lists: ListsService
  customFields: CustomFieldsService
  startRun: StartRun
}

/** Imports of leads from files: inspection, validation, and the run. */
export function createLeadImportsService(deps: LeadImportsDeps) {
  const { db, uploads, tickets, runs, lists, customFields, startRun } = deps
  const reader = createFileReader({ db, uploads })
  const { readColumns } = reader
  return {
    ...createFileChecks(reader),
    ...createImportStart({ db, uploads, lists, customFields, startRun, readColumns }),
    ...createImportResults({ db, runs, lists, tickets }),
  }
}

export type LeadImportsService = ReturnType<typeof createLeadImportsService>
