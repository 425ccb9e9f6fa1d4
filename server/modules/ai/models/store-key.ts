import type { ModelSetting } from '#contract/ai/open-ai.ts'
import { fieldChanges, recordAudit } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { ModelError } from '#server/providers/models/index.ts'
import { findModelSetting } from './choose-model.ts'
import { deleteModelKey, findModelKey, recordModelTest, upsertModelKey } from './models-store.ts'
import { sealKey } from './own-model.ts'
import type { ModelInput, RequestedKey } from './test-key.ts'

const HINT_LENGTH = 4
const MIN_LENGTH_FOR_HINT = 12
const makeHint = (key: string) => (key.length >= MIN_LENGTH_FOR_HINT ? key.slice(-HINT_LENGTH) : null)

/** A key in the audit log. */
const makeFacts = ({ base_url, model, hint }: { base_url: string; model: string; hint: string | null }) => ({
  base_url,
  model,
  key_hint: hint,
})

/** Stores a tested key, replacing the earlier one. */
export const saveModelKey = (
  ctx: Context,
  actor: Actor,
  input: ModelInput,
  lookedUp: RequestedKey,
): Promise<ModelSetting> =>
  transaction(ctx.db, async () => {
    const { accountId, userId } = actor
    const before = await findModelKey(ctx.db, accountId)
    await upsertModelKey(ctx.db, {
      account_id: accountId,
      base_url: lookedUp.baseUrl,
      model: input.model,
      created_by: userId,
      sealed: sealKey(ctx.secretBox, accountId, lookedUp.key),
      hint: makeHint(lookedUp.key),
      tested_at: lookedUp.tested_at,
      problem: lookedUp.problem,
    })
    recordAudit(ctx.db, {
      accountId,
      subject: `account:${accountId}`,
      detail: fieldChanges(
        before ? makeFacts(before) : null,
        makeFacts({ base_url: lookedUp.baseUrl, model: input.model, hint: makeHint(lookedUp.key) }),
      ),
    })
    return findModelSetting(ctx, accountId)
  })

/** Records the vendor's reply about the stored key. */
export const recordModelKeyTest = (ctx: Context, actor: Actor, error: ModelError | null) =>
  transaction(ctx.db, async () => {
    const { accountId } = actor
    await recordModelTest(ctx.db, accountId, { tested_at: ctx.clock.now(), problem: error?.message ?? null })
    recordAudit(ctx.db, {
      accountId,
      subject: `account:${accountId}`,
      detail: { result: error?.code ?? 'ok' },
    })
    return { data: await findModelSetting(ctx, accountId), message: error ? error.message : 'The key works' }
  })

export const removeModelKey = (ctx: Context, actor: Actor): Promise<ModelSetting> =>
  transaction(ctx.db, async () => {
    const { accountId } = actor
    const before = await findModelKey(ctx.db, accountId)
    if (!before || !(await deleteModelKey(ctx.db, accountId))) throw notFound('The key')
    recordAudit(ctx.db, {
      accountId,
      subject: `account:${accountId}`,
      detail: fieldChanges(makeFacts(before), null),
    })
    return findModelSetting(ctx, accountId)
  })
