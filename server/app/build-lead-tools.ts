import { knownEntityKeys } from '#server/modules/corpus/index.ts'
import { createCustomFieldsService, customFieldRoutes } from '#server/modules/custom-fields/index.ts'
import {
  createCleanUp,
  createLeadEdits,
  createManualEntry,
  createNotesService,
  type LeadsService,
  leadEditRoutes,
  leadTidyRoutes,
} from '#server/modules/leads/index.ts'
import type { ListsService } from '#server/modules/lists/index.ts'
import type { Db } from '#server/platform/db/db.ts'

export interface LeadToolsDeps {
  db: Db
  lists: ListsService
  leads: LeadsService
}

/** What people do with leads by hand: change, move, note, and fields of their own. */
export function buildLeadTools({ db, lists, leads }: LeadToolsDeps) {
  const customFields = createCustomFieldsService({ db })
  const leadEdits = createLeadEdits({ db, leads, lists })
  const manualEntry = createManualEntry({ db, leads, knownKeys: (entry) => knownEntityKeys(db, entry) })
  const cleanUp = createCleanUp({ db, leads, lists })
  const notes = createNotesService({ db, lists })
  return {
    /** For tests and other modules. */
    modules: { customFields, leadEdits },
    routes: [
      ...leadEditRoutes(leads, leadEdits, notes),
      ...leadTidyRoutes(leads, manualEntry, cleanUp),
      ...customFieldRoutes(customFields),
    ],
  }
}
