import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import { foldText } from '#server/platform/text/fold-text.ts'

/** Limits the number of people per company, lead by lead. */
export interface CompanyShares {
  accepts(values: Record<string, string | number | null>): boolean
}

const readCompany = (values: Record<string, string | number | null>): string | null =>
  values.domain
    ? String(values.domain).toLowerCase()
    : values.company
      ? foldText(String(values.company))
      : null

/** People per company that this run has delivered so far. */
async function countByCompany(db: Db, run: { account_id: number; list_id: number; id: number }) {
  const rows = await sql<{ domain: string | null; company: string | null; n: number }>`
    select domain, company, count(*)::int as n from lead_info
    where account_id = ${run.account_id} and list_id = ${run.list_id} and run_id = ${run.id}
    group by domain, company`.execute(db)
  const counts = new Map<string, number>()
  for (const { n, ...values } of rows.rows) {
    const company = readCompany(values)
    if (company) counts.set(company, (counts.get(company) ?? 0) + n)
  }
  return counts
}

/** Limits a search to `max` people per company; people without a company are not limited. */
export async function createCompanyShares(
  db: Db,
  run: { account_id: number; list_id: number; id: number },
  max: number | null,
): Promise<CompanyShares> {
  if (max === null) return { accepts: () => true }
  const counts = await countByCompany(db, run)
  return {
    accepts(values) {
      const company = readCompany(values)
      if (company === null) return true
      const count = counts.get(company) ?? 0
      if (count >= max) return false
      counts.set(company, count + 1)
      return true
    },
  }
}
