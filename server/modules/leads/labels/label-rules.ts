import { sql } from 'kysely'
import type { LabelRule } from '#contract/labels.ts'
import { canonicalListType } from '#contract/list-types/index.ts'
import { customFieldsOf } from '#server/modules/custom-fields/index.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { underField } from '#server/platform/errors.ts'
import { closeChange, openChange } from '../edits/write-change.ts'
import { filterExpression } from '../lead-filters.ts'
import { fieldsIn } from '../leads-reads.ts'
import { setLabels } from './set-labels.ts'

/** Whose rule it is. */
export interface RuleOwner {
  accountId: number
  timeZone: string
}

/** What a rule would change in one list. */
export interface RuleChange {
  listId: number
  add: number[]
  remove: number[]
}

interface LeadPlace {
  list_id: number
  id: number
}

/** Leads of all lists of the rule's type that pass. @throws AppError validation_failed when the filters are of no use. */
async function matching(db: Db, owner: RuleOwner, rule: LabelRule): Promise<LeadPlace[]> {
  const type = canonicalListType(rule.type)
  const fields = fieldsIn({ type, custom: await customFieldsOf(db, owner.accountId) })
  return underField('rule.filters', () =>
    db
      .selectFrom('lead')
      .innerJoin('list', (join) =>
        join.onRef('list.account_id', '=', 'lead.account_id').onRef('list.id', '=', 'lead.list_id'),
      )
      .select(['lead.list_id', 'lead.id'])
      .where('lead.account_id', '=', owner.accountId)
      .where('list.type', '=', type)
      .where('list.deleted_at', 'is', null)
      .where((eb) =>
        filterExpression(eb as never, fields, { ...rule.filters, view: 'active' }, owner.timeZone),
      )
      .execute(),
  )
}

/** Leads outside the trash that have the label, and whether its rule put it there. */
async function labelled(db: Db, accountId: number, labelId: number) {
  const { rows } = await sql<LeadPlace & { by_rule: boolean }>`
    select l.list_id, l.id, ll.by_rule from lead_label ll
    join lead l on l.account_id = ll.account_id and l.id = ll.lead_id and l.deleted_at is null
    where ll.account_id = ${accountId} and ll.label_id = ${labelId}`.execute(db)
  return rows
}

/** What running a rule would change now, list by list. */
export async function ruleChanges(
  db: Db,
  owner: RuleOwner,
  labelId: number | null,
  rule: LabelRule,
): Promise<RuleChange[]> {
  const matches = await matching(db, owner, rule)
  const has = labelId === null ? [] : await labelled(db, owner.accountId, labelId)
  const passing = new Set(matches.map(({ id }) => id))
  const known = new Set(has.map(({ id }) => id))
  const changes = new Map<number, RuleChange>()
  const of = (listId: number) => {
    const change = changes.get(listId) ?? { listId, add: [], remove: [] }
    changes.set(listId, change)
    return change
  }
  for (const { list_id, id } of matches) if (!known.has(id)) of(list_id).add.push(id)
  for (const { list_id, id, by_rule } of has) if (by_rule && !passing.has(id)) of(list_id).remove.push(id)
  return [...changes.values()].sort((one, other) => one.listId - other.listId)
}

/** What a rule changes, in numbers. */
export const ruleFigures = (changes: RuleChange[]) => ({
  adds: changes.reduce((sum, { add }) => sum + add.length, 0),
  removes: changes.reduce((sum, { remove }) => sum + remove.length, 0),
  lists: changes.length,
})

/** Does what a rule changes; each list gets one entry in its history, which can be undone. */
export const applyRule = (
  db: Db,
  { accountId, userId }: { accountId: number; userId: number },
  label: { id: number; name: string },
  changes: RuleChange[],
): Promise<void> =>
  transaction(db, async () => {
    for (const { listId, add, remove } of changes) {
      const place = { accountId, listId, userId }
      const historyId = await openChange(db, place, 'leads.labelled', { labels: [label.name], by_rule: true })
      const added = await setLabels(db, place, add, { add: [label.id], remove: [], byRule: true }, historyId)
      const removed = await setLabels(
        db,
        place,
        remove,
        { add: [], remove: [label.id], byRule: true },
        historyId,
      )
      await closeChange(db, accountId, historyId, added + removed)
    }
  })
