import { CLOSING_WARNING_DAYS } from '#contract/core/constants.ts'
import { setWarned } from '#server/modules/accounts/accounts/index.ts'
import { transaction } from '#server/platform/db/db.ts'
import { forEachItem, runSteps } from '#server/platform/queue/for-each-item.ts'
import type { Storage } from '#server/platform/storage/disk.ts'
import { findClosingFacts, findToDelete, findToWarn, lastSiteOf } from './account-closing-store.ts'
import { deleteAccount } from './delete-account.ts'
import { type NotifyOwnersDeps, notifyOwners } from './notify-owners.ts'

export interface TidyClosedDeps extends NotifyOwnersDeps {
  storage: Pick<Storage, 'remove'>
}

const DAY_MS = 24 * 60 * 60_000

export const daysAfter = (moment: Date, days: number) => new Date(moment.getTime() + days * DAY_MS)

/** Every night: warns a week before deletion, and deletes accounts after the grace period. */
export async function tidyClosed(deps: TidyClosedDeps, now: Date): Promise<void> {
  const { db } = deps
  const warn = ({ id }: { id: number }) =>
    transaction(db, async () => {
      const delete_at = await setWarned(db, id, now)
      const facts = delete_at && (await findClosingFacts(db, id))
      if (!delete_at || !facts) return
      await notifyOwners(deps, id, await lastSiteOf(db, id), 'account-deletion-soon', {
        account_name: facts.name,
        delete_at,
      })
    })
  await runSteps({
    deletions: async () =>
      forEachItem('accounts', await findToDelete(db, now), ({ id }) => deleteAccount(deps, id, now)),
    warnings: async () =>
      forEachItem('accounts', await findToWarn(db, daysAfter(now, CLOSING_WARNING_DAYS)), warn),
  })
}
