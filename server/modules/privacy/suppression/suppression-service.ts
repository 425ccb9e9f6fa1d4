import type { ListChange } from '#server/modules/leads/leads/index.ts'
import type { ListsService } from '#server/modules/leads/lists/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import { createAddEntries } from './add-entries.ts'
import { createRemoveEntry } from './remove-entry.ts'
import { createEntryPages } from './show-entries.ts'
import type { SuppressionCheck } from './suppression-check.ts'

export interface SuppressionDeps {
  db: Db
  lists: Pick<ListsService, 'addToCounts'>
  check: SuppressionCheck
  /** Stored export files of lists: counted, and deleted. */
  exportFiles: {
    count(lists: { accountId: number; listId: number }[]): Promise<number>
    forget(lists: { accountId: number; listId: number }[]): Promise<string[]>
    remove(names: string[]): Promise<void>
  }
}

/** Suppression lists of accounts: entries hide values below and keep them from being added again. */
export function createSuppressionService({ db, lists, check, exportFiles }: SuppressionDeps) {
  async function count(changes: ListChange[]): Promise<void> {
    for (const { accountId, listId, leads, emails } of changes)
      await lists.addToCounts(accountId, listId, { leads, emails })
  }

  return {
    ...createEntryPages({ db, check, countFiles: exportFiles.count }),
    ...createAddEntries({ db, check, count, exportFiles }),
    ...createRemoveEntry({ db, check, count }),
  }
}

export type SuppressionService = ReturnType<typeof createSuppressionService>
