import { recordAudit } from '#server/modules/core/audit/index.ts'
import { findOwnList } from '#server/modules/leads/lists/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { ListRef } from './change-selection.ts'
import { beforeTextIndex } from './text-index.ts'
import { undoChange } from './undo-change.ts'

/** Undoes one change of leads. @throws AppError not_found, conflict when it was undone already. */
export const undoLeadChange = (
  ctx: Context,
  actor: Actor,
  { listId, type }: ListRef,
  token: number,
): Promise<{ count: number; left: number }> =>
  transaction(ctx.db, async () => {
    await findOwnList(ctx, actor, listId, type)
    const place = { accountId: actor.accountId, listId, userId: actor.userId }
    const done = await beforeTextIndex(ctx, () => undoChange(ctx, place, token))
    recordAudit(ctx.db, {
      accountId: actor.accountId,
      subject: `list:${listId}`,
      detail: { undone: token, ...done },
    })
    return done
  })
