import type { TrainingKind } from '#contract/ai/ai-training.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { binItem, findByUrl, lockBinned, unbinItem } from './ai-training-store.ts'
import { requireTokens } from './training-allowance.ts'
import { auditTraining, TRAINING_NAMES } from './training-items.ts'

/** @throws AppError not_found. */
export const removeTraining = (ctx: Context, actor: Actor, id: number, kind: TrainingKind) =>
  transaction(ctx.db, async () => {
    if (!(await binItem(ctx.db, actor.accountId, id, kind))) throw notFound(TRAINING_NAMES[kind])
    auditTraining(ctx.db, actor, id, kind)
  })

/** @throws AppError not_found, conflict when its page was added again or the plan has too few tokens left. */
export const restoreTraining = (ctx: Context, actor: Actor, id: number) =>
  transaction(ctx.db, async () => {
    const { accountId } = actor
    const row = await lockBinned(ctx.db, accountId, id)
    if (!row) throw notFound('The training')
    if (row.url && (await findByUrl(ctx.db, accountId, row.url)))
      throw conflict('This page is already back in your training')
    await requireTokens(ctx.db, accountId, row.tokens)
    await unbinItem(ctx.db, accountId, id)
    recordAudit(ctx.db, { accountId, subject: `ai_training:${id}` })
  })
