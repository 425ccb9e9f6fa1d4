import { type Expression, type SqlBool, sql } from 'kysely'

/** A lead's label names, joined as in files; null without any. */
export const labelNames = (accountId: number) => sql<string | null>`(
  select string_agg(label.name, '; ' order by lower(label.name)) from lead_label
  join label on label.account_id = lead_label.account_id and label.id = lead_label.label_id and label.deleted_at is null
  where lead_label.account_id = ${accountId} and lead_label.lead_id = lead.id)`

const hasLabel = (among: Expression<SqlBool>) => sql<SqlBool>`exists (
  select 1 from lead_label
  join label on label.account_id = lead_label.account_id and label.id = lead_label.label_id and label.deleted_at is null
  where lead_label.account_id = lead.account_id and lead_label.lead_id = lead.id and ${among})`

/** Whether a lead has any of these labels, by name or id. */
export const hasAnyLabel = (names: string[]): Expression<SqlBool> =>
  hasLabel(
    sql<SqlBool>`(lower(label.name) = any(array(select lower(w) from unnest(${names}::text[]) as w)) or label.id::text = any(${names}::text[]))`,
  )

export const isLabelled = (): Expression<SqlBool> => hasLabel(sql<SqlBool>`true`)
