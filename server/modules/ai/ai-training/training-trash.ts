import type { TrainingKind } from '#contract/ai/ai-training.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { binItem, findByUrl, lockBinned, unbinItem } from './ai-training-store.ts'
import { requireTokens } from './training-allowance.ts'
import { auditTraining, TRAINING_NAMES } from './training-items.ts'

/** Moves training to the trash and restores it. */
export const createTrainingTrash = ({ db }: { db: Db }) => ({
  /** @throws AppError not_found. */
  remove: (actor: Actor, id: number, kind: TrainingKind) =>
    transaction(db, async () => {
      if (!(await binItem(db, actor.accountId, id, kind))) throw notFound(TRAINING_NAMES[kind])
      auditTraining(db, actor, id, kind)
    }),

  /** @throws AppError not_found, conflict when its page was added again or the plan has too few tokens left. */
  restore: (actor: Actor, id: number) =>
    transaction(db, async () => {
      const { accountId } = actor
      const row = await lockBinned(db, accountId, id)
      if (!row) throw notFound('The training')
      if (row.url && (await findByUrl(db, accountId, row.url)))
        throw conflict('This page is already back in your training')
      await requireTokens(db, accountId, row.tokens)
      await unbinItem(db, accountId, id)
      recordAudit(db, { accountId, subject: `ai_training:${id}` })
    }),
})
