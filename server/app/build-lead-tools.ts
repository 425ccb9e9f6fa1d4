import type {} from '#server/modules/core/files/index.ts'
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
import type {} from '#server/modules/leads/leads/index.ts'
import {
  createLeadImportsService,
  leadImportExecutor,
  leadImportRoutes,
  rejectedLeadsDownloader,
} from '#server/modules/prospecting/lead-imports/index.ts'
import { knownEntityKeys } from '#server/modules/sources/corpus/index.ts'
import type { Base } from './build-base.ts'
import type { Platform } from './platform.ts'

/** Manual work on leads: edit, move, note, import from files, and custom fields. */
export function buildLeadTools({ db, queue }: Platform, base: Base) {
  const { lists, leads } = base
  const customFields = createCustomFieldsService({ db })
  const leadEdits = createLeadEdits({ db, queue, leads, lists })
  const manualEntry = createManualEntry({ db, leads, knownKeys: (entry) => knownEntityKeys(db, entry) })
  const cleanUp = createCleanUp({ db, leads, lists })
  const notes = createNotesService({ db, lists })
  const labels = createLabelsService({ db, leads })
  const imports = createLeadImportsService({ db, ...base, customFields })
  return {
    executors: [leadImportExecutor({ db, ...base })],
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
