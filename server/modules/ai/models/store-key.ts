import type { ModelSetting } from '#contract/ai/open-ai.ts'
import { fieldChanges, recordAudit } from '#server/modules/core/audit/index.ts'
import type { SecretBox } from '#server/platform/crypto/secret-box.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { ModelError } from '#server/providers/models/index.ts'
import type { ModelChooser } from './choose-model.ts'
import { deleteModelKey, findModelKey, recordModelTest, upsertModelKey } from './models-store.ts'
import { sealKey } from './own-model.ts'
import type { ModelInput, RequestedKey } from './test-key.ts'

const HINT_LENGTH = 4
const MIN_LENGTH_FOR_HINT = 12
const hintOf = (key: string) => (key.length >= MIN_LENGTH_FOR_HINT ? key.slice(-HINT_LENGTH) : null)

/** A key in the audit log. */
const factsOf = ({ base_url, model, hint }: { base_url: string; model: string; hint: string | null }) => ({
  base_url,
  model,
  key_hint: hint,
})

interface StoreKeyDeps {
  db: Db
  secretBox: SecretBox
  settingOf: ModelChooser['settingOf']
  now(): Date
}

/** An account's key: store, record its test, delete. */
export const createModelKeys = ({ db, secretBox, settingOf, now }: StoreKeyDeps) => ({
  /** Stores a tested key, replacing the earlier one. */
  save: (actor: Actor, input: ModelInput, lookedUp: RequestedKey): Promise<ModelSetting> =>
    transaction(db, async () => {
      const { accountId, userId } = actor
      const before = await findModelKey(db, accountId)
      await upsertModelKey(db, {
        account_id: accountId,
        base_url: lookedUp.baseUrl,
        model: input.model,
        created_by: userId,
        sealed: sealKey(secretBox, accountId, lookedUp.key),
        hint: hintOf(lookedUp.key),
        tested_at: lookedUp.tested_at,
        problem: lookedUp.problem,
      })
      recordAudit(db, {
        accountId,
        subject: `account:${accountId}`,
        detail: fieldChanges(
          before ? factsOf(before) : null,
          factsOf({ base_url: lookedUp.baseUrl, model: input.model, hint: hintOf(lookedUp.key) }),
        ),
      })
      return settingOf(accountId)
    }),

  /** Records the vendor's reply about the stored key. */
  recordTest: (actor: Actor, error: ModelError | null) =>
    transaction(db, async () => {
      const { accountId } = actor
      await recordModelTest(db, accountId, { tested_at: now(), problem: error?.message ?? null })
      recordAudit(db, {
        accountId,
        subject: `account:${accountId}`,
        detail: { result: error?.code ?? 'ok' },
      })
      return { data: await settingOf(accountId), message: error ? error.message : 'The key works' }
    }),

  remove: (actor: Actor): Promise<ModelSetting> =>
    transaction(db, async () => {
      const { accountId } = actor
      const before = await findModelKey(db, accountId)
      if (!before || !(await deleteModelKey(db, accountId))) throw notFound('The key')
      recordAudit(db, {
        accountId,
        subject: `account:${accountId}`,
        detail: fieldChanges(factsOf(before), null),
      })
      return settingOf(accountId)
    }),
})
