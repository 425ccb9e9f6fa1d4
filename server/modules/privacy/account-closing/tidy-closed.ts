import { CLOSING_WARNING_DAYS } from '#contract/core/constants.ts'
import { setWarned } from '#server/modules/accounts/accounts/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { forEachItem, runSteps } from '#server/platform/queue/for-each-item.ts'
import { findClosingFacts, findLastSite, findToDelete, findToWarn } from './account-closing-store.ts'
import { deleteAccount } from './delete-account.ts'
import { notifyOwners } from './notify-owners.ts'

const DAY_MS = 24 * 60 * 60_000

export const daysAfter = (moment: Date, days: number) => new Date(moment.getTime() + days * DAY_MS)

/** Every night: warns a week before deletion, and deletes accounts after the grace period. */
export async function tidyClosedAccounts(ctx: Context): Promise<void> {
  const { db } = ctx
  const now = ctx.clock.now()
  const warn = ({ id }: { id: number }) =>
    transaction(db, async () => {
      const delete_at = await setWarned(db, id, now)
      const facts = delete_at && (await findClosingFacts(db, id))
      if (!delete_at || !facts) return
      await notifyOwners(ctx, id, {
        siteId: await findLastSite(db, id),
        template: 'account-deletion-soon',
        facts: {
          account_name: facts.name,
          delete_at,
        },
      })
    })
  await runSteps({
    deletions: async () =>
      forEachItem('accounts', await findToDelete(db, now), ({ id }) => deleteAccount(ctx, id, now)),
    warnings: async () =>
      forEachItem('accounts', await findToWarn(db, daysAfter(now, CLOSING_WARNING_DAYS)), warn),
  })
}
