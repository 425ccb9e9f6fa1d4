import { expressionBuilder, sql } from 'kysely'
import type { FieldDefinition } from '#contract/leads/list-types/define.ts'
import { reasonRule, type ServiceSignal } from '#contract/leads/services.ts'
import type { Tables } from '#server/platform/db/tables.ts'
import { buildConditions } from './lead-conditions.ts'

/** How many of the reasons apply to a lead, as SQL; signals that the list type doesn’t have are left out. */
export function countReasons(fields: readonly FieldDefinition[], reasons: readonly ServiceSignal[]) {
  const names = new Set(fields.map(({ name }) => name))
  const conditions = buildConditions(expressionBuilder<Tables, 'lead'>(), fields, 'UTC')
  const terms = reasons
    .filter(({ signal }) => names.has(signal))
    .map((reason) => sql`(case when ${conditions.one(reasonRule(reason), 'sort')} then 1 else 0 end)`)
  return sql<number>`(${sql.join([sql`0::int`, ...terms], sql` + `)})`
}
