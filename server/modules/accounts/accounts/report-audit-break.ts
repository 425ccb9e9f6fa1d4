import { type AuditBreak, describeAuditBreak } from '#contract/core/audit-breaks.ts'
import { notify } from '#server/modules/activity/notifications/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { findAdministrators } from './accounts-store.ts'

/** Notifies every administrator of a broken audit log, once per break. */
export async function reportAuditBreak(ctx: Context, broken: AuditBreak): Promise<void> {
  const { account_id, seq, checkpoint, kind } = broken
  const detail = { account_id, seq, checkpoint, kind, reason: describeAuditBreak(broken) }
  const byAccount = Map.groupBy(await findAdministrators(ctx.db), (user) => user.account_id)
  for (const [accountId, users] of byAccount)
    await transaction(ctx.db, () =>
      notify(ctx, { accountId, userIds: users.map(({ id }) => id), kind: 'audit_broken', detail }),
    )
}
