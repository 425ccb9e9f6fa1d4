import { type SqlBool, sql } from 'kysely'
import type { SenderId } from '#contract/core/crms/index.ts'
import type { EmailState } from '#contract/leads/email-states.ts'
import type { ExportFormat, Headings, OtherEmails } from '#contract/leads/export-templates.ts'
import type { LeadFilters } from '#contract/leads/leads.ts'
import { filteredLeads, type LeadScope, orderedLeads } from '#server/modules/leads/leads/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { ListDetails } from './export-rows.ts'
import { neverExported } from './exported-leads-store.ts'

/** Contents of an export ticket. */
export interface ExportInput {
  runId: number
  scope: LeadScope
  filters: LeadFilters
  columns: string[]
  headers?: Record<string, string>
  headings?: Headings
  provenance: boolean
  /** Absent in tickets from before it was a choice. */
  evidence?: boolean
  bom: boolean
  filename: string
  list: ListDetails
  // Older tickets had none of these; a ticket lives for a minute.
  format?: ExportFormat
  userId?: number
  delta?: boolean
  emailStates?: EmailState[]
  otherEmails?: OtherEmails
  sender?: SenderId
}

/** The leads of a file. */
export type ExportedRows = Pick<
  ExportInput,
  'scope' | 'filters' | 'delta' | 'userId' | 'emailStates' | 'otherEmails'
>

/** Conditions of the export, in addition to the view's filters. */
function makeConditions({ scope, delta, userId, emailStates, otherEmails }: ExportedRows) {
  const conditions = sql<SqlBool>`true`
  const isNew =
    delta && userId !== undefined ? neverExported(scope.accountId, scope.listId, userId) : conditions
  const inStates =
    emailStates && otherEmails === 'leave_out'
      ? sql<SqlBool>`(lead.email is not null and coalesce(lead.email_state, 'unknown') = any(${emailStates}::text[]))`
      : conditions
  return sql<SqlBool>`(${isNew} and ${inStates})`
}

/** The leads of a file, in their order. */
export const selectRows = (db: Db, rows: ExportedRows) =>
  orderedLeads(db, rows.scope, rows.filters).where(makeConditions(rows))

export async function countRows(db: Db, rows: ExportedRows): Promise<number> {
  const { total } = await filteredLeads(db, rows.scope, rows.filters)
    .where(makeConditions(rows))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** A file's leads with expiring values, and the earliest expiry. */
export async function expiringRows(db: Db, rows: ExportedRows) {
  const { leads, first } = await filteredLeads(db, rows.scope, rows.filters)
    .where(makeConditions(rows))
    .where(sql<boolean>`lead.provenance ? 'expires_at'`)
    .select([
      sql<number>`count(*)::int`.as('leads'),
      sql<string | null>`min(lead.provenance ->> 'expires_at')`.as('first'),
    ])
    .executeTakeFirstOrThrow()
  return first === null ? null : { leads, delete_by: first }
}

/** Leads and emails of an export; an unchecked email counts as unknown. */
export async function countByState(db: Db, rows: ExportedRows) {
  const counts = await filteredLeads(db, rows.scope, rows.filters)
    .where(makeConditions(rows))
    .select([
      sql<EmailState | null>`case when lead.email is not null then coalesce(lead.email_state, 'unknown') end`.as(
        'state',
      ),
      sql<number>`count(*)::int`.as('leads'),
    ])
    .groupBy(sql`1`)
    .execute()
  const states = counts.flatMap(({ state, leads }) => (state === null ? [] : [[state, leads] as const]))
  return {
    leads: counts.reduce((sum, { leads }) => sum + leads, 0),
    emails: states.reduce((sum, [, leads]) => sum + leads, 0),
    states: Object.fromEntries(states),
  }
}
