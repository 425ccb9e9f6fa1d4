import type { BusinessDetails } from '#contract/ai/business-details.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { editConflict, requireVersion } from '#server/platform/edit-conflict.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { markUnchanged } from '#server/platform/http/current-call.ts'
import * as store from './business-details-store.ts'

const FIELDS = [
  'name',
  'website',
  'address',
  'description',
  'offer',
  'proof',
  'tone',
  'banned_phrases',
  'signature',
] as const satisfies readonly (keyof store.ProfileFields)[]

const present = (row: store.ProfileRow): BusinessDetails => ({
  id: row.id,
  name: row.name,
  website: row.website,
  address: row.address,
  description: row.description,
  offer: row.offer,
  proof: row.proof,
  tone: row.tone,
  banned_phrases: row.banned_phrases,
  signature: row.signature,
  version: row.version,
  updated_by: row.editor,
  updated_at: row.updated_at.toISOString(),
})

/** Names of the fields that differ. */
const changedFields = (before: store.ProfileFields, after: store.ProfileFields): string[] =>
  FIELDS.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))

export async function showBusinessDetails(ctx: Context, accountId: number): Promise<BusinessDetails | null> {
  const row = await store.findProfile(ctx.db, accountId)
  return row ? present(row) : null
}

async function showSaved(ctx: Context, accountId: number): Promise<BusinessDetails> {
  const found = await showBusinessDetails(ctx, accountId)
  if (!found) throw notFound('The business profile')
  return found
}

const auditFields = (ctx: Context, actor: Actor, fields: string[]) =>
  recordAudit(ctx.db, { accountId: actor.accountId, detail: { fields } })

/** @throws AppError edit_conflict when someone filled it in before. */
export const createBusinessProfile = (ctx: Context, actor: Actor, fields: store.ProfileFields) =>
  transaction(ctx.db, async () => {
    const { accountId, userId } = actor
    const isNew = await store.insertProfile(ctx.db, { accountId, userId, fields })
    const current = await showSaved(ctx, accountId)
    if (!isNew) throw editConflict(current)
    const filled = FIELDS.filter((field) => fields[field].length > 0)
    auditFields(ctx, actor, filled)
    return current
  })

/** @throws AppError not_found, edit_conflict when someone else saved after `version` was read. */
export const updateBusinessDetails = (
  ctx: Context,
  actor: Actor,
  id: number,
  { version, ...fields }: store.ProfileFields & { version: number },
) =>
  transaction(ctx.db, async () => {
    const { accountId, userId } = actor
    const locked = await store.lockProfile(ctx.db, accountId)
    const before = locked?.id === id ? await store.findProfile(ctx.db, accountId) : undefined
    if (!before) throw notFound('The business profile')
    requireVersion(before, version, present)
    const changed = changedFields(before, fields)
    if (changed.length === 0) {
      markUnchanged()
      return present(before)
    }
    await store.saveProfile(ctx.db, { accountId, userId, fields })
    auditFields(ctx, actor, changed)
    return showSaved(ctx, accountId)
  })
