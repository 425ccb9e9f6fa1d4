import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'

/**
 * Removes findings from websites' results: whole entries, with their details.
 * @param where names columns of `website_visit`
 * @param isErased whether an entry of a report is removed
 */
export async function eraseEvidence(
  db: Db,
  accountId: number | null,
  where: RawBuilder<boolean>,
  isErased: (entry: unknown) => boolean,
): Promise<void> {
  const { rows } = await sql<{ run_id: number; domain: string; report: Record<string, unknown> | null }>`
    select run_id, domain, report from website_visit where ${where}
    order by run_id, domain for update`.execute(db)
  for (const { run_id, domain, report } of rows) {
    const remaining = Object.fromEntries(
      Object.entries(report ?? {}).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.filter((entry) => !isErased(entry)) : value,
      ]),
    )
    await sql`update website_visit set report = ${report && JSON.stringify(remaining)}::jsonb
      where account_id = ${accountId} and run_id = ${run_id} and domain = ${domain}`.execute(db)
  }
}
