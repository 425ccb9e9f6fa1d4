import type { RunsService } from '#server/modules/activity/runs/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import { createListChanges } from './change-list.ts'
import { createListLookup, publishList } from './find-list.ts'
import { createListCreators } from './list-creators.ts'
import { createListStates } from './list-states.ts'
import { addToCounts, type CountChange } from './lists-store.ts'
import { createListPages } from './show-lists.ts'

/** An account's saved lists. Their leads belong to the leads module. */
export function createListsService({ db, runs }: { db: Db; runs: RunsService }) {
  const lookup = createListLookup(db)
  const { find } = lookup
  const pages = createListPages({ db, runs, find })

  return {
    ...lookup,
    ...pages,
    ...createListChanges({ db, find, show: pages.show }),
    ...createListStates({ db, runs }),
    ...createListCreators(db),

    /**
     * Updates stored lead counts, in the transaction that changes them. Leads are always locked before this is
     * called, to avoid deadlocks.
     */
    async addToCounts(accountId: number, id: number, change: CountChange): Promise<void> {
      if (change.leads === 0 && change.emails === 0) return
      await addToCounts(db, accountId, id, change)
      await publishList(db, accountId, id)
    },
  }
}

export type ListsService = ReturnType<typeof createListsService>
