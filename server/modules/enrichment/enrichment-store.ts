import type { Db } from '#server/platform/db/db.ts'

interface EnrichItemTable {
  account_id: number
  run_id: number
  lead_id: number
  domain: string
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    enrich_item: EnrichItemTable
  }
}

const CHUNK = 2000

/** A lead and the web site that is read for it. */
export interface EnrichItem {
  leadId: number
  domain: string
}

export async function insertItems(
  db: Db,
  accountId: number,
  runId: number,
  items: EnrichItem[],
): Promise<void> {
  for (let from = 0; from < items.length; from += CHUNK)
    await db
      .insertInto('enrich_item')
      .values(
        items.slice(from, from + CHUNK).map(({ leadId, domain }) => ({
          account_id: accountId,
          run_id: runId,
          lead_id: leadId,
          domain,
        })),
      )
      .execute()
}

/** The leads of a run that wait for this web site. */
export async function findLeadsOf(
  db: Db,
  accountId: number,
  runId: number,
  domain: string,
): Promise<number[]> {
  const rows = await db
    .selectFrom('enrich_item')
    .select('lead_id')
    .where('account_id', '=', accountId)
    .where('run_id', '=', runId)
    .where('domain', '=', domain)
    .orderBy('lead_id')
    .execute()
  return rows.map((row) => row.lead_id)
}
