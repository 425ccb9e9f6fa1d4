import type { LabelColor } from '#contract/leads/label-colors.ts'
import { type Label, type LabelRule, MAX_LABELS } from '#contract/leads/labels.ts'
import { canonicalListType } from '#contract/leads/list-types/index.ts'
import { findFieldDefinitions } from '#server/modules/leads/custom-fields/index.ts'
import {
  checkLeadFilters,
  copyLabel,
  countLabelUses,
  findLabels,
  insertLabel,
  type LabelChange,
  type LabelRow,
  revertMerges,
  updateLabel,
} from '#server/modules/leads/leads/index.ts'
import type { Context } from '#server/platform/context.ts'
import { isUniqueViolation, transaction } from '#server/platform/db/db.ts'
import { conflict, prefixFields } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { markUnchanged } from '#server/platform/http/current-call.ts'
import { pick } from '#server/platform/pick.ts'
import { lockOwnLabel, recordLabelAudit } from './lock-label.ts'

const NO_USES = { leads: 0, lists: 0 }

const present = (label: LabelRow, uses: { leads: number; lists: number } = NO_USES): Label => ({
  ...pick(label, 'id', 'name', 'color', 'rule'),
  rule_ran_at: label.rule_ran_at?.toISOString() ?? null,
  ...uses,
  created_at: label.created_at.toISOString(),
})

async function withFreeName<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isUniqueViolation(error, 'label_name')) throw error
    const message = `There is already a label called “${name}”`
    throw conflict(message, { fields: { name: message }, cause: error })
  }
}

async function checkRule(ctx: Context, actor: Actor, rule: LabelRule | null | undefined): Promise<void> {
  if (!rule) return
  const custom = await findFieldDefinitions(ctx.db, actor.accountId)
  await prefixFields('rule.filters', async () =>
    checkLeadFilters(canonicalListType(rule.type), rule.filters, custom),
  )
}

async function presentLabel(ctx: Context, actor: Actor, label: LabelRow): Promise<Label> {
  return present(label, (await countLabelUses(ctx.db, actor.accountId)).get(label.id))
}

const changeLabelRow = (
  ctx: Context,
  actor: Actor,
  id: number,
  to: LabelChange,
  from: 'living' | 'deleted' = 'living',
) =>
  transaction(ctx.db, async () => {
    const label = await lockOwnLabel(ctx.db, actor, id, from === 'deleted')
    const name = ('name' in to && to.name) || label.name
    const next = await withFreeName(name, () => updateLabel(ctx.db, label, to))
    recordLabelAudit(ctx.db, actor, next)
    return presentLabel(ctx, actor, next)
  })

export async function listLabels(ctx: Context, actor: Actor): Promise<Label[]> {
  const uses = await countLabelUses(ctx.db, actor.accountId)
  return (await findLabels(ctx.db, actor.accountId)).map((label) => present(label, uses.get(label.id)))
}

/** @throws AppError conflict for a duplicate name, validation_failed for a rule that no list can evaluate. */
export const createLabel = (
  ctx: Context,
  actor: Actor,
  input: { name: string; color: LabelColor; rule?: LabelRule | null },
): Promise<Label> =>
  transaction(ctx.db, async () => {
    await checkRule(ctx, actor, input.rule)
    if ((await findLabels(ctx.db, actor.accountId)).length >= MAX_LABELS)
      throw conflict(`You’ve reached the limit of ${MAX_LABELS} labels. Delete one to add another`)
    const { name, color, rule = null } = input
    const label = await withFreeName(name, () =>
      insertLabel(ctx.db, {
        account_id: actor.accountId,
        created_by: actor.userId,
        name,
        color,
        rule,
      }),
    )
    recordLabelAudit(ctx.db, actor, label)
    return present(label)
  })

export async function changeLabel(
  ctx: Context,
  actor: Actor,
  id: number,
  to: { name?: string; color?: LabelColor; rule?: LabelRule | null },
): Promise<Label> {
  await checkRule(ctx, actor, to.rule)
  const changes = Object.fromEntries(Object.entries(to).filter(([, value]) => value !== undefined))
  if (Object.keys(changes).length === 0) {
    markUnchanged()
    return transaction(ctx.db, async () => presentLabel(ctx, actor, await lockOwnLabel(ctx.db, actor, id)))
  }
  return changeLabelRow(ctx, actor, id, changes as LabelChange)
}

export const removeLabel = (ctx: Context, actor: Actor, id: number) =>
  changeLabelRow(ctx, actor, id, { deleted: true })

/** Restores a deleted label. If it was merged, the label that replaced it is removed from its leads. */
export const restoreLabel = (ctx: Context, actor: Actor, id: number): Promise<Label> =>
  transaction(ctx.db, async () => {
    await revertMerges(ctx.db, actor.accountId, id)
    return changeLabelRow(ctx, actor, id, { deleted: false }, 'deleted')
  })

/** Replaces a label by another one on its leads and deletes it. */
export const mergeLabels = (
  ctx: Context,
  actor: Actor,
  id: number,
  into: number,
): Promise<{ label: Label; count: number }> =>
  transaction(ctx.db, async () => {
    if (id === into) throw conflict('Choose another label')
    // A consistent order, so that two merges do not deadlock.
    const [first, second] = id < into ? [id, into] : [into, id]
    const locked = [await lockOwnLabel(ctx.db, actor, first), await lockOwnLabel(ctx.db, actor, second)]
    const [from, to] = id < into ? locked : locked.toReversed()
    const count = await copyLabel(ctx.db, { accountId: actor.accountId, from: id, into })
    await updateLabel(ctx.db, from as LabelRow, { deleted: true })
    recordLabelAudit(ctx.db, actor, from as LabelRow, { into: (to as LabelRow).name, count })
    return { label: await presentLabel(ctx, actor, to as LabelRow), count }
  })
