import pg from 'pg'
import { withBackupClient } from '#server/app/backup/snapshot.ts'

/** Every table's row count and a hash of all rows. */
export async function readContents(url: string): Promise<Record<string, string>> {
  return withBackupClient(url, async (client) => {
    const { rows: tables } = await client.query(
      "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1",
    )
    const contents: Record<string, string> = {}
    for (const { name } of tables) {
      const { rows } = await client.query(
        `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as all
         from ${pg.escapeIdentifier(name)} t`,
      )
      contents[name] = rows[0].all
    }
    return contents
  })
}
