import type { ModelSetting } from '#contract/ai/open-ai.ts'
import type { SecretBox } from '#server/platform/crypto/secret-box.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { RateLimit } from '#server/platform/http/rate-limit.ts'
import { createModelChooser, type ModelAccess } from './choose-model.ts'
import { createModelKeys } from './store-key.ts'
import { createKeyTests } from './test-key.ts'

export interface ModelsDeps {
  db: Db
  secretBox: SecretBox
  access: ModelAccess
  /** Rate limit of key tests, by account. */
  limit: RateLimit
  now(): Date
}

/** Models of accounts: the effective one, the account's own key, and its price. */
export function createModelsService({ db, secretBox, access, limit, now }: ModelsDeps) {
  const { choose, embedderOf, settingOf } = createModelChooser({ db, secretBox, access })
  return {
    choose,
    embedderOf,
    show: (actor: Actor): Promise<ModelSetting> => settingOf(actor.accountId),
    ...createKeyTests({ db, secretBox, access, limit, now }),
    ...createModelKeys({ db, secretBox, settingOf, now }),
  }
}

export type ModelsService = ReturnType<typeof createModelsService>
