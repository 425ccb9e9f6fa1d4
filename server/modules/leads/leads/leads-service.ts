import type { ListsService } from '#server/modules/leads/lists/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import { createEntitiesService } from './entities-service.ts'
import { createLeadLookups } from './lead-lookups.ts'
import { createLeadTrash } from './lead-trash.ts'
import { createLeadWrites, type LeadGuard } from './lead-writes.ts'

interface LeadsDeps {
  db: Db
  lists: ListsService
  suppression: LeadGuard
}

/** Leads of lists: lookup, writes, deletion and restoration. */
export function createLeadsService({ db, lists, suppression }: LeadsDeps) {
  const lookups = createLeadLookups({ db, lists })
  return {
    ...lookups,
    ...createLeadTrash({ db, lists, lookups }),
    ...createEntitiesService({ db }),
    ...createLeadWrites({ db, lists, suppression }),
  }
}

export type LeadsService = ReturnType<typeof createLeadsService>
