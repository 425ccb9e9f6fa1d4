import type { DetailOf } from '#contract/activity/notification-kinds/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { notify } from './notify.ts'
import { findRootAccounts } from './recipients.ts'

/** Notifies the platform's owners that the scheduled backup failed: once a day, for any number of attempts. */
export const notifyBackupFailed = (ctx: Context, detail: DetailOf<'backup_failed'>) =>
  transaction(ctx.db, async () => {
    for (const accountId of await findRootAccounts(ctx.db))
      await notify(ctx, { accountId, permission: 'owner', kind: 'backup_failed', detail })
  })

/**
 * Notifies those who may see the wallet of low credits: once per crossing of the account's own alert, else
 * once per total ever granted.
 */
export const notifyCreditsLow = (
  ctx: Context,
  { accountId, ...detail }: { accountId: number } & DetailOf<'credits_low'>,
) => notify(ctx, { accountId, permission: 'wallet', kind: 'credits_low', detail })

/** Notifies a reseller that its credits will not cover what it gives its customers, or have not. */
export const notifyPoolLow = (
  ctx: Context,
  { accountId, ...detail }: { accountId: number } & DetailOf<'pool_low'>,
) => notify(ctx, { accountId, permission: 'wallet', kind: 'pool_low', detail })
