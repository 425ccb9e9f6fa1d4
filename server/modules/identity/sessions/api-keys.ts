import { API_SCOPES, type ApiScope } from '#contract/core/scopes.ts'
import type { ApiKey } from '#contract/identity/sessions.ts'
import { lockUser } from '#server/modules/accounts/accounts/index.ts'
import { fieldChanges, recordAudit } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { AppError, conflict, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { API_KEY_ENDED, publish } from '#server/platform/live-bus.ts'
import { pick } from '#server/platform/pick.ts'
import { makeAppToken, newApiKey } from './api-key-format.ts'
import { canGrantScope, canMakeApiKey } from './api-key-policy.ts'
import * as store from './api-keys-store.ts'
import { type ApiKeyRow, findApiKeys, insertApiKey } from './api-keys-store.ts'
import { requireSessionOwner } from './require-session-owner.ts'
import { findSessionSite } from './sessions-store.ts'

/** Maximum valid keys per user, connected apps among them. */
const MAX_KEYS = 50

const present = (row: ApiKeyRow): ApiKey => ({
  ...pick(row, 'id', 'name', 'hint', 'app_host', 'scopes', 'daily_credits', 'calls_per_minute'),
  created_at: row.created_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
  expires_at: row.expires_at?.toISOString() ?? null,
})

/** Inputs of a new key. */
export interface NewApiKey {
  name: string
  scopes: readonly ApiScope[]
  /** Null: until it is revoked. */
  expires_in_days: number | null
  /** Credits that its runs may cost a day; null without a limit. */
  daily_credits: number | null
  /** Null: as many as the package allows. */
  calls_per_minute: number | null
  password?: string
}

/* Long-lived tokens for programs, each limited to named scopes and the site where it was created. */

function checkMaker(actor: Actor, scopes: readonly ApiScope[]): void {
  if (!canMakeApiKey(actor))
    throw new AppError('forbidden', 'API keys can only be created by a signed-in person')
  if (!scopes.every((scope) => canGrantScope(actor, scope)))
    throw new AppError('forbidden', 'The scope "admin" is for administrators only')
}

/** The actor's valid keys, newest first. */
export const listApiKeys = async (ctx: Context, actor: Actor): Promise<ApiKey[]> =>
  (await findApiKeys(ctx.db, actor.userId)).map(present)

/** Before creating a key. @throws AppError forbidden, validation_failed (password), conflict, rate_limited. */
export async function checkKeyMaker(
  ctx: Context,
  actor: Actor,
  { scopes, password }: Pick<NewApiKey, 'scopes' | 'password'>,
): Promise<void> {
  checkMaker(actor, scopes)
  await requireSessionOwner(ctx, actor, password)
}

/** Adds a key to those of the actor, within their number. @throws AppError conflict. */
const addKey = (
  ctx: Context,
  actor: Actor,
  insert: (siteId: number | null) => Promise<ApiKeyRow>,
): Promise<ApiKeyRow> =>
  transaction(ctx.db, async () => {
    await lockUser(ctx.db, actor.userId)
    if ((await findApiKeys(ctx.db, actor.userId)).length >= MAX_KEYS)
      throw conflict(`You have ${MAX_KEYS} API keys and connected apps. Revoke one you no longer need`)
    const made = await insert(await findSessionSite(ctx.db, actor.credential.id))
    const { id, name, scopes, expires_at, app_host } = made
    const detail = fieldChanges(null, { name, scopes, ...(app_host ? { app_host } : { expires_at }) })
    recordAudit(ctx.db, { accountId: actor.accountId, subject: `api_key:${id}`, detail })
    return made
  })

/** Creates a key; `key` is only in this reply. The caller checks `checkKeyMaker` before. @throws AppError conflict. */
export async function createApiKey(
  ctx: Context,
  actor: Actor,
  input: NewApiKey,
): Promise<ApiKey & { key: string }> {
  const { token, hash, hint } = newApiKey()
  const row = await addKey(ctx, actor, (siteId) =>
    insertApiKey(ctx.db, {
      user_id: actor.userId,
      site_id: siteId,
      name: input.name,
      hint,
      key_hash: hash,
      scopes: API_SCOPES.filter((scope) => input.scopes.includes(scope)),
      daily_credits: input.daily_credits,
      calls_per_minute: input.calls_per_minute,
      days: input.expires_in_days,
    }),
  )
  return { ...present(row), key: token }
}

/** What a person lets an app do. */
export interface NewAppKey {
  name: string
  /** Where it gets its answers. */
  appHost: string
  /** The host of this site where its tokens work. */
  tokenHost: string
  scopes: readonly ApiScope[]
  daily_credits: number | null
}

/** Connects an app, which fetches its first token within a minute. @throws AppError forbidden, conflict. */
export async function createAppKey(ctx: Context, actor: Actor, input: NewAppKey): Promise<number> {
  checkMaker(actor, input.scopes)
  const row = await addKey(ctx, actor, (siteId) =>
    store.insertAppKey(ctx.db, {
      user_id: actor.userId,
      site_id: siteId,
      name: input.name,
      hint: makeAppToken(''),
      // Nobody knows the token of this digest: the first one comes for the code.
      key_hash: newApiKey().hash,
      scopes: API_SCOPES.filter((scope) => input.scopes.includes(scope)),
      daily_credits: input.daily_credits,
      app_host: input.appHost,
      token_host: input.tokenHost,
    }),
  )
  return row.id
}

/** Revokes all keys of someone who has lost control of the account, with their live streams. */
export async function revokeAllApiKeys(ctx: Context, userId: number, accountId: number): Promise<void> {
  await transaction(ctx.db, async () => {
    for (const { id } of await findApiKeys(ctx.db, userId)) {
      await store.revokeApiKey(ctx.db, userId, id)
      await publish(ctx.db, { accountId, kind: API_KEY_ENDED, id })
    }
  })
}

/** Revokes a key of a person; its live streams end. Returns whether it was that of an app. @throws AppError not_found. */
export async function revokeApiKey(
  ctx: Context,
  actor: Pick<Actor, 'userId' | 'accountId'>,
  id: number,
): Promise<boolean> {
  return transaction(ctx.db, async () => {
    const revoked = await store.revokeApiKey(ctx.db, actor.userId, id)
    if (!revoked) throw notFound('The API key')
    await publish(ctx.db, { accountId: actor.accountId, kind: API_KEY_ENDED, id })
    const detail = fieldChanges({ name: revoked.name, scopes: revoked.scopes }, null)
    recordAudit(ctx.db, {
      accountId: actor.accountId,
      userId: actor.userId,
      subject: `api_key:${id}`,
      detail,
    })
    return revoked.app_host !== null
  })
}
