import { type AuditBreak, describeAuditBreak } from '#contract/core/audit-breaks.ts'
import type { AccountsService } from '#server/modules/accounts/accounts/index.ts'
import type { Notifications } from '#server/modules/activity/notifications/index.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'

/** Notifies every administrator of a broken audit log, once per break. */
export async function reportAuditBreak(
  db: Db,
  { accounts, notifications }: { accounts: AccountsService; notifications: Notifications },
  broken: AuditBreak,
): Promise<void> {
  const { account_id, seq, checkpoint, kind } = broken
  const detail = { account_id, seq, checkpoint, kind, reason: describeAuditBreak(broken) }
  const byAccount = Map.groupBy(await accounts.administrators(), (user) => user.account_id)
  for (const [accountId, users] of byAccount)
    await transaction(db, () =>
      notifications.notify({ accountId, userIds: users.map(({ id }) => id), kind: 'audit_broken', detail }),
    )
}
