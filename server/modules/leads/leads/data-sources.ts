import { sql } from 'kysely'
import type { DataSource } from '#contract/leads/lists.ts'
import { findAttribution } from '#contract/sources/attribution.ts'
import type { Db } from '#server/platform/db/db.ts'

interface Group {
  source: string
  licence: string | null
  leads: number
  newest: Date | null
}

/** Sources of a list's active leads, most frequent first. */
export async function dataSources(db: Db, accountId: number, listId: number): Promise<DataSource[]> {
  const { rows } = await sql<Group>`
    select provenance #>> '{default,source}' as source, provenance #>> '{default,licence}' as licence,
      count(*) as leads, max((provenance #>> '{default,observed_at}')::timestamptz) as newest
    from lead where account_id = ${accountId} and list_id = ${listId} and deleted_at is null
    group by 1, 2 order by leads desc, source`.execute(db)
  return rows.map(({ source, licence, leads, newest }) => {
    const { text, url } = findAttribution(source, licence)
    const data_as_of = newest?.toISOString() ?? null
    return { source, licence, leads, data_as_of, attribution: text, attribution_url: url }
  })
}
