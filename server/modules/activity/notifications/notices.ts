import type { DetailOf } from '#contract/activity/notification-kinds.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import type { Notify } from './notify.ts'
import { findRootAccounts } from './recipients.ts'

interface NoticesDeps {
  db: Db
  notify: Notify
}

/** Notices of what happens in wallets and the installation. */
export const createNotices = ({ db, notify }: NoticesDeps) => ({
  /** Notifies the owners of the platform that the scheduled backup failed: once a day, whichever attempt it was. */
  backupFailed: (detail: DetailOf<'backup_failed'>) =>
    transaction(db, async () => {
      for (const accountId of await findRootAccounts(db))
        await notify({ accountId, permission: 'owner', kind: 'backup_failed', detail })
    }),

  /**
   * Notifies whoever may see the wallet that little is left: once for each time that the account's own alert is
   * crossed, else once for all that was ever granted.
   */
  creditsLow: ({ accountId, ...detail }: { accountId: number } & DetailOf<'credits_low'>) =>
    notify({ accountId, permission: 'wallet', kind: 'credits_low', detail }),

  /** Notifies a reseller that its credits will not last for what it gives its customers, or have not lasted. */
  poolLow: ({ accountId, ...detail }: { accountId: number } & DetailOf<'pool_low'>) =>
    notify({ accountId, permission: 'wallet', kind: 'pool_low', detail }),
})
