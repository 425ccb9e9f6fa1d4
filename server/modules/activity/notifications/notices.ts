import type { DetailOf } from '#contract/activity/notification-kinds.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import type { Notify } from './notify.ts'
import { findRootAccounts } from './recipients.ts'

interface NoticesDeps {
  db: Db
  notify: Notify
}

/** Notifications about wallets and the installation. */
export const createNotices = ({ db, notify }: NoticesDeps) => ({
  /** Notifies the platform's owners that the scheduled backup failed: once a day, for any number of attempts. */
  backupFailed: (detail: DetailOf<'backup_failed'>) =>
    transaction(db, async () => {
      for (const accountId of await findRootAccounts(db))
        await notify({ accountId, permission: 'owner', kind: 'backup_failed', detail })
    }),

  /**
   * Notifies those who may see the wallet of low credits: once per crossing of the account's own alert, else
   * once per total ever granted.
   */
  creditsLow: ({ accountId, ...detail }: { accountId: number } & DetailOf<'credits_low'>) =>
    notify({ accountId, permission: 'wallet', kind: 'credits_low', detail }),

  /** Notifies a reseller that its credits will not cover what it gives its customers, or have not. */
  poolLow: ({ accountId, ...detail }: { accountId: number } & DetailOf<'pool_low'>) =>
    notify({ accountId, permission: 'wallet', kind: 'pool_low', detail }),
})
