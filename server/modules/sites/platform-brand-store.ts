import { sql } from 'kysely'
import type { PlatformBrand } from '#contract/sites.ts'
import type { Db } from '#server/platform/db/db.ts'

interface InstallationTable {
  name: string
  value: string
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    installation: InstallationTable
  }
}

const NAME = 'brand'

/** What administrators have decided about the platform's own brand; null while they have not. */
export async function findPlatformBrand(db: Db): Promise<PlatformBrand | null> {
  const row = await db.selectFrom('installation').select('value').where('name', '=', NAME).executeTakeFirst()
  return row ? (JSON.parse(row.value) as PlatformBrand) : null
}

export const savePlatformBrand = (db: Db, brand: PlatformBrand) =>
  db
    .insertInto('installation')
    .values({ name: NAME, value: JSON.stringify(brand) })
    .onConflict((oc) => oc.column('name').doUpdateSet({ value: sql`excluded.value` }))
    .execute()
