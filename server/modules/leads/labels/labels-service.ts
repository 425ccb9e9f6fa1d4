import type { LabelColor } from '#contract/label-colors.ts'
import { type Label, type LabelRule, MAX_LABELS } from '#contract/labels.ts'
import { canonicalListType, type ListTypeId } from '#contract/list-types/index.ts'
import { recordAudit } from '#server/modules/audit/index.ts'
import { customFieldsOf } from '#server/modules/custom-fields/index.ts'
import { type Db, isUniqueViolation, transaction } from '#server/platform/db/db.ts'
import { AppError, notFound, underField } from '#server/platform/errors.ts'
import { changedNothing } from '#server/platform/http/act.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { ChangeDone } from '../edits/edits-service.ts'
import { closeChange, openChange } from '../edits/write-change.ts'
import { checkLeadFilters } from '../lead-filters.ts'
import type { LeadsService, Selection } from '../leads-service.ts'
import { applyRule, ruleChanges, ruleFigures } from './label-rules.ts'
import {
  copyLabel,
  countLabelUses,
  findLabels,
  insertLabel,
  type LabelChange,
  type LabelRow,
  lockLabel,
  takeBackMerges,
  updateLabel,
} from './labels-store.ts'
import { setLabels } from './set-labels.ts'

const NO_USES = { leads: 0, lists: 0 }

const present = (label: LabelRow, uses: { leads: number; lists: number } = NO_USES): Label => ({
  id: label.id,
  name: label.name,
  color: label.color,
  rule: label.rule,
  rule_ran_at: label.rule_ran_at?.toISOString() ?? null,
  ...uses,
  created_at: label.created_at.toISOString(),
})

/** Labels of an account: what they are called, which leads have them, and their rules. */
export function createLabelsService({ db, leads }: { db: Db; leads: LeadsService }) {
  async function withFreeName<T>(name: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (!isUniqueViolation(error, 'label_name')) throw error
      const message = `There is already a label called “${name}”`
      throw new AppError('conflict', message, { fields: { name: message }, cause: error })
    }
  }

  async function lock(actor: Actor, id: number, deleted = false): Promise<LabelRow> {
    const label = await lockLabel(db, actor.accountId, id)
    if (!label || (label.deleted_at !== null) !== deleted) throw notFound('The label')
    return label
  }

  async function checkRule(actor: Actor, rule: LabelRule | null | undefined): Promise<void> {
    if (!rule) return
    const custom = await customFieldsOf(db, actor.accountId)
    await underField('rule.filters', async () =>
      checkLeadFilters(canonicalListType(rule.type), rule.filters, custom),
    )
  }

  const tell = (actor: Actor, label: LabelRow, detail: object = {}) =>
    recordAudit(db, {
      accountId: actor.accountId,
      subject: `label:${label.id}`,
      detail: { name: label.name, ...detail },
    })

  async function shown(actor: Actor, label: LabelRow): Promise<Label> {
    return present(label, (await countLabelUses(db, actor.accountId)).get(label.id))
  }

  const change = (actor: Actor, id: number, to: LabelChange, from: 'living' | 'deleted' = 'living') =>
    transaction(db, async () => {
      const label = await lock(actor, id, from === 'deleted')
      const name = ('name' in to && to.name) || label.name
      const next = await withFreeName(name, () => updateLabel(db, label, to))
      tell(actor, next)
      return shown(actor, next)
    })

  function ruleOf(label: LabelRow): LabelRule {
    if (!label.rule) throw new AppError('conflict', 'This label has no rule. Give it one first')
    return label.rule
  }

  return {
    async list(actor: Actor): Promise<Label[]> {
      const uses = await countLabelUses(db, actor.accountId)
      return (await findLabels(db, actor.accountId)).map((label) => present(label, uses.get(label.id)))
    },

    /** @throws AppError conflict for a name that is taken, validation_failed for a rule that no list takes. */
    create: (
      actor: Actor,
      input: { name: string; color: LabelColor; rule?: LabelRule | null | undefined },
    ): Promise<Label> =>
      transaction(db, async () => {
        await checkRule(actor, input.rule)
        if ((await findLabels(db, actor.accountId)).length >= MAX_LABELS)
          throw new AppError('conflict', `${MAX_LABELS} labels are the most. Delete one first`)
        const { name, color, rule = null } = input
        const label = await withFreeName(name, () =>
          insertLabel(db, {
            account_id: actor.accountId,
            created_by: actor.userId,
            ...{ name, color, rule },
          }),
        )
        tell(actor, label)
        return present(label)
      }),

    async change(
      actor: Actor,
      id: number,
      to: { name?: string | undefined; color?: LabelColor | undefined; rule?: LabelRule | null | undefined },
    ): Promise<Label> {
      await checkRule(actor, to.rule)
      const given = Object.fromEntries(Object.entries(to).filter(([, value]) => value !== undefined))
      if (Object.keys(given).length === 0) {
        changedNothing()
        return transaction(db, async () => shown(actor, await lock(actor, id)))
      }
      return change(actor, id, given as LabelChange)
    },

    remove: (actor: Actor, id: number) => change(actor, id, { deleted: true }),
    /** Also takes off what leads have got in its place where it was merged. */
    restore: (actor: Actor, id: number): Promise<Label> =>
      transaction(db, async () => {
        await takeBackMerges(db, actor.accountId, id)
        return change(actor, id, { deleted: false }, 'deleted')
      }),

    /** Gives the leads of a label another one and deletes it. */
    merge: (actor: Actor, id: number, into: number): Promise<{ label: Label; count: number }> =>
      transaction(db, async () => {
        if (id === into) throw new AppError('conflict', 'Choose another label')
        // One order for everybody, so that two merges do not wait for each other.
        const [first, second] = id < into ? [id, into] : [into, id]
        const locked = [await lock(actor, first), await lock(actor, second)]
        const [from, to] = id < into ? locked : locked.toReversed()
        const count = await copyLabel(db, { accountId: actor.accountId, from: id, into })
        await updateLabel(db, from as LabelRow, { deleted: true })
        tell(actor, from as LabelRow, { into: (to as LabelRow).name, count })
        return { label: await shown(actor, to as LabelRow), count }
      }),

    /** What the rule of a label, or another rule, would change. */
    async tryRule(actor: Actor, id: number, rule: LabelRule | undefined) {
      const label = await transaction(db, () => lock(actor, id))
      return ruleFigures(await ruleChanges(db, actor, id, rule ?? ruleOf(label)))
    },

    runRule: (actor: Actor, id: number) =>
      transaction(db, async () => {
        const label = await lock(actor, id)
        const changes = await ruleChanges(db, actor, id, ruleOf(label))
        await applyRule(db, actor, label, changes)
        await updateLabel(db, label, { ran: true })
        const figures = ruleFigures(changes)
        tell(actor, label, figures)
        return { name: label.name, figures }
      }),

    /** Puts labels on selected leads and takes labels off. @throws AppError not_found for a label that is not there. */
    setOn: (
      actor: Actor,
      { listId, type }: { listId: number; type: ListTypeId },
      selection: Selection,
      { add, remove }: { add: number[]; remove: number[] },
    ): Promise<ChangeDone> =>
      transaction(db, async () => {
        const scope = await leads.scopeOf(actor, listId, type)
        const known = new Map((await findLabels(db, actor.accountId)).map((label) => [label.id, label.name]))
        if ([...add, ...remove].some((id) => !known.has(id))) throw notFound('The label')
        const ids = await leads.idsOf(scope, selection)
        const place = { accountId: actor.accountId, listId, userId: actor.userId }
        const names = (list: number[]) => list.map((id) => known.get(id))
        const detail = { added: names(add), removed: names(remove) }
        const historyId = await openChange(db, place, 'leads.labelled', detail)
        const count = await setLabels(db, place, ids, { add, remove, byRule: false }, historyId)
        const token = await closeChange(db, actor.accountId, historyId, count)
        if (token === null) changedNothing()
        else
          recordAudit(db, {
            accountId: actor.accountId,
            subject: `list:${listId}`,
            detail: { count, undo_token: token, ...detail },
          })
        return { count, skipped: ids.length - count, token }
      }),
  }
}

export type LabelsService = ReturnType<typeof createLabelsService>
