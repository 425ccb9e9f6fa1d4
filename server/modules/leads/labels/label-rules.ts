import type { LabelRule } from '#contract/leads/labels.ts'
import { canonicalListType } from '#contract/leads/list-types/index.ts'
import { findFieldDefinitions } from '#server/modules/leads/custom-fields/index.ts'
import {
  closeChange,
  type LabelRow,
  type LeadPlace,
  leadsOfEveryList,
  leadsWithLabel,
  openChange,
  updateLabel,
} from '#server/modules/leads/leads/index.ts'
import type { Context } from '#server/platform/context.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { conflict, prefixFields } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { lockOwnLabel, recordLabelAudit } from './lock-label.ts'
import { writeLabels } from './set-labels.ts'

interface RuleOwner {
  accountId: number
  timeZone: string
}

interface RuleChange {
  listId: number
  add: number[]
  remove: number[]
}

/** Leads of all lists of the rule's type that match. @throws AppError validation_failed for invalid filters. */
async function matching(db: Db, { accountId, timeZone }: RuleOwner, rule: LabelRule): Promise<LeadPlace[]> {
  const type = canonicalListType(rule.type)
  const custom = await findFieldDefinitions(db, accountId)
  return prefixFields('rule.filters', () =>
    leadsOfEveryList(db, { accountId, type, timeZone, custom }, { ...rule.filters, view: 'active' }),
  )
}

/** The changes that running a rule would make, by list. */
async function ruleChanges(
  db: Db,
  owner: RuleOwner,
  labelId: number | null,
  rule: LabelRule,
): Promise<RuleChange[]> {
  const matches = await matching(db, owner, rule)
  const has = labelId === null ? [] : await leadsWithLabel(db, owner.accountId, labelId)
  const passing = new Set(matches.map(({ id }) => id))
  const known = new Set(has.map(({ id }) => id))
  const changes = new Map<number, RuleChange>()
  const findChange = (listId: number) => {
    const change = changes.get(listId) ?? { listId, add: [], remove: [] }
    changes.set(listId, change)
    return change
  }
  for (const { list_id, id } of matches) if (!known.has(id)) findChange(list_id).add.push(id)
  for (const { list_id, id, by_rule } of has)
    if (by_rule && !passing.has(id)) findChange(list_id).remove.push(id)
  return [...changes.values()].sort((a, b) => a.listId - b.listId)
}

const ruleFigures = (changes: RuleChange[]) => ({
  adds: changes.reduce((sum, { add }) => sum + add.length, 0),
  removes: changes.reduce((sum, { remove }) => sum + remove.length, 0),
  lists: changes.length,
})

/** Applies a rule's changes; each list gets one history entry, which can be undone. */
const applyRule = (
  db: Db,
  { accountId, userId }: { accountId: number; userId: number },
  label: { id: number; name: string },
  changes: RuleChange[],
): Promise<void> =>
  transaction(db, async () => {
    for (const { listId, add, remove } of changes) {
      const place = { accountId, listId, userId }
      const historyId = await openChange(db, place, 'leads.labelled', { labels: [label.name], by_rule: true })
      const added = await writeLabels(
        db,
        place,
        add,
        { add: [label.id], remove: [], byRule: true },
        historyId,
      )
      const removed = await writeLabels(
        db,
        place,
        remove,
        { add: [], remove: [label.id], byRule: true },
        historyId,
      )
      await closeChange(db, accountId, historyId, added + removed)
    }
  })

function getRule(label: LabelRow): LabelRule {
  if (!label.rule) throw conflict('This label has no rule. Add one first')
  return label.rule
}

/** Previews a label's rule, or the rule passed in. */
export async function tryLabelRule(ctx: Context, actor: Actor, id: number, rule: LabelRule | undefined) {
  const label = await transaction(ctx.db, () => lockOwnLabel(ctx.db, actor, id))
  return ruleFigures(await ruleChanges(ctx.db, actor, id, rule ?? getRule(label)))
}

export const runLabelRule = (ctx: Context, actor: Actor, id: number) =>
  transaction(ctx.db, async () => {
    const label = await lockOwnLabel(ctx.db, actor, id)
    const changes = await ruleChanges(ctx.db, actor, id, getRule(label))
    await applyRule(ctx.db, actor, label, changes)
    await updateLabel(ctx.db, label, { ran: true })
    const figures = ruleFigures(changes)
    recordLabelAudit(ctx.db, actor, label, figures)
    return { name: label.name, figures }
  })
