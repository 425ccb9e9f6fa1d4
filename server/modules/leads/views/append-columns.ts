import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { defaultColumns, MAX_COLUMNS } from '#contract/leads/views.ts'
import type { Context } from '#server/platform/context.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { findChoice, upsertChoice } from './views-store.ts'

/** Appends new fields to the actor’s columns of a list type, as far as there is room. Saved views stay. */
export async function appendColumns(
  ctx: Context,
  actor: Actor,
  type: ListTypeId,
  fields: readonly string[],
): Promise<void> {
  if (fields.length === 0) return
  const { accountId, userId } = actor
  const choice = await findChoice(ctx.db, accountId, userId, type)
  const columns = choice?.columns ?? defaultColumns(type)
  const added = fields.map((field) => ({ field, pinned: false, width: null }))
  await upsertChoice(
    ctx.db,
    { account_id: accountId, user_id: userId, list_type: type },
    { columns: { ...columns, shown: [...columns.shown, ...added].slice(0, MAX_COLUMNS) } },
  )
}
