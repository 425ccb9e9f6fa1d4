import { type Generated, type Selectable, sql } from 'kysely'
import type { AuditLanguage, AuditState, CallToAction } from '#contract/prospecting/audits.ts'
import { asJson } from '#server/platform/db/as-json.ts'
import type { Db } from '#server/platform/db/db.ts'
import { readPage } from '#server/platform/db/read-page.ts'
import { deleteRows, findRow, insertRow, updateRows } from '#server/platform/db/rows.ts'
import type { AuditReport } from './make-report.ts'

interface AuditPageTable {
  account_id: number
  site_id: number
  is_on: Generated<boolean>
  list_id: number | null
  headline: string | null
  intro: string | null
  consent: string | null
  service_ids: number[] | null
  call_to_action: CallToAction | null
  needs_confirmation: Generated<boolean>
  languages: AuditLanguage[]
  days: number
  label_ids: number[]
  notify_ids: number[]
  updated_at: Generated<Date>
}
interface AuditTable {
  account_id: number
  id: Generated<number>
  site_id: number
  token_hash: string
  token_sealed: string
  website: string
  domain: string
  language: AuditLanguage
  service: string | null
  state: Generated<AuditState>
  report: AuditReport | null
  submission_id: number | null
  email: string | null
  list_id: number | null
  list_type: 'local' | 'single' | null
  lead_id: number | null
  created_by: number | null
  created_at: Generated<Date>
  expires_at: Date
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    audit_page: AuditPageTable
    audit: AuditTable
  }
}
type AuditPageRow = Selectable<AuditPageTable>
export type AuditRow = Selectable<AuditTable>
export type PageSettings = Omit<AuditPageRow, 'account_id' | 'site_id' | 'updated_at'>

/** A site, and the account that it belongs to. */
export interface PagePlace {
  accountId: number
  siteId: number
}

export const findPage = (db: Db, { accountId, siteId }: PagePlace) =>
  findRow(db, 'audit_page', { account_id: accountId, site_id: siteId })

export const removePage = (db: Db, { accountId, siteId }: PagePlace): Promise<void> =>
  deleteRows(db, 'audit_page', { account_id: accountId, site_id: siteId })

export async function savePage(
  db: Db,
  { accountId, siteId }: PagePlace,
  settings: PageSettings,
): Promise<void> {
  const { call_to_action: action } = settings
  const row = { ...settings, call_to_action: action && asJson(action) }
  await db
    .insertInto('audit_page')
    .values({ account_id: accountId, site_id: siteId, ...row, updated_at: sql<Date>`now()` })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'site_id'])
        .doUpdateSet(({ ref }) => ({ ...row, updated_at: ref('excluded.updated_at') })),
    )
    .execute()
}

export type NewAudit = Pick<
  AuditRow,
  | 'account_id'
  | 'site_id'
  | 'token_hash'
  | 'website'
  | 'domain'
  | 'language'
  | 'service'
  | 'submission_id'
  | 'email'
  | 'list_id'
  | 'list_type'
  | 'lead_id'
  | 'created_by'
> & { token: string; days: number }

export async function insertAudit(
  db: Db,
  { token, days, ...row }: NewAudit,
  seal: (token: string, id: number) => string,
): Promise<AuditRow> {
  const { rows } = await sql<{ id: number }>`select nextval('audit_id_seq')::bigint as id`.execute(db)
  const id = (rows[0] as { id: number }).id
  return insertRow(db, 'audit', {
    ...row,
    id,
    token_sealed: seal(token, id),
    expires_at: sql<Date>`now() + make_interval(days => ${days})`,
  })
}

export const findAudit = (db: Db, accountId: number, id: number) =>
  findRow(db, 'audit', { account_id: accountId, id })

export const findAuditOfSubmission = (db: Db, accountId: number, submissionId: number) =>
  findRow(db, 'audit', { account_id: accountId, submission_id: submissionId })

/** The audit of a report’s address on a site, until it expires. */
export const findAuditOfToken = (db: Db, { accountId, siteId }: PagePlace, hash: string) =>
  db
    .selectFrom('audit')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('site_id', '=', siteId)
    .where('token_hash', '=', hash)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()

/** The newest report on a website of the same day, which costs nothing again. */
export const findReportOfToday = (db: Db, accountId: number, domain: string) =>
  db
    .selectFrom('audit')
    .select(['report'])
    .where('account_id', '=', accountId)
    .where('domain', '=', domain)
    .where('state', '=', 'done')
    .where('created_at', '>=', TODAY)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

const TODAY = sql<Date>`date_trunc('day', now() at time zone 'UTC') at time zone 'UTC'`
const THIS_MONTH = sql<Date>`date_trunc('month', now() at time zone 'UTC') at time zone 'UTC'`

/** Websites of this month, each once a day, and when the next month begins. */
export async function countThisMonth(
  db: Db,
  accountId: number,
  domain: string | null = null,
): Promise<{ used: number; isCounted: boolean; resetsAt: Date }> {
  const { rows } = await sql<{ used: number; isCounted: boolean; resetsAt: Date }>`
    select count(distinct (domain, (created_at at time zone 'UTC')::date))::int as used,
      coalesce(bool_or(domain = ${domain} and created_at >= ${TODAY}), false) as "isCounted",
      ${THIS_MONTH} + interval '1 month' as "resetsAt"
    from audit where account_id = ${accountId} and created_at >= ${THIS_MONTH}`.execute(db)
  return rows[0] as { used: number; isCounted: boolean; resetsAt: Date }
}

/** Counts requests of an account one after another, in the caller’s transaction. */
export const lockCount = (db: Db, accountId: number) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`audits:${accountId}`}, 0))`.execute(db)

/** Stores what the reading of a website found, unless it was stored before. */
export const finishAudit = (
  db: Db,
  { account_id, id }: Pick<AuditRow, 'account_id' | 'id'>,
  report: AuditReport | null,
) =>
  updateRows(
    db,
    'audit',
    { account_id, id, state: 'reading' },
    { state: report ? 'done' : 'failed', report: report && asJson(report) },
  )

export const updateAudit = (
  db: Db,
  { account_id, id }: Pick<AuditRow, 'account_id' | 'id'>,
  change: Partial<Pick<AuditRow, 'email' | 'lead_id'>>,
) => updateRows(db, 'audit', { account_id, id }, change)

export async function listAuditRows(
  db: Db,
  accountId: number,
  { search, ...page }: { page: number; limit: number; search?: string | undefined },
): Promise<{ rows: AuditRow[]; total: number }> {
  const found = db
    .selectFrom('audit')
    .where('account_id', '=', accountId)
    .$if(Boolean(search), (query) => query.where(sql<boolean>`position(lower(${search}) in website) > 0`))
  return readPage(found, found.selectAll().orderBy('id', 'desc'), page)
}

export async function removeAudit(db: Db, accountId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('audit')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Audits whose report nobody can see any more; this month’s still count. */
export const removeExpired = (db: Db) =>
  db.deleteFrom('audit').where('expires_at', '<', sql<Date>`now() - interval '32 days'`).execute()
