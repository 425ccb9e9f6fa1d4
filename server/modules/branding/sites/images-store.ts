import type { Generated } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import { findRow } from '#server/platform/db/rows.ts'

interface SiteImageTable {
  id: string
  site_id: number
  content_type: string
  width: number
  height: number
  bytes: Buffer
  created_at: Generated<Date>
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    site_image: SiteImageTable
  }
}

export const insertImage = (db: Db, image: Omit<SiteImageTable, 'created_at'>) =>
  db
    .insertInto('site_image')
    .values(image)
    .onConflict((oc) => oc.column('id').doNothing())
    .execute()

export const findImage = (db: Db, id: string) => findRow(db, 'site_image', { id }, ['content_type', 'bytes'])

export const countImages = async (db: Db, siteId: number): Promise<number> => {
  const { n } = await db
    .selectFrom('site_image')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('site_id', '=', siteId)
    .executeTakeFirstOrThrow()
  return Number(n)
}

export async function ownImages(db: Db, siteId: number, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('site_image')
    .select('id')
    .where('site_id', '=', siteId)
    .where('id', 'in', ids)
    .execute()
  return new Set(rows.map((row) => row.id))
}

/** Whether all these URLs are images uploaded for a site. */
export async function hasImages(db: Db, siteId: number | null, paths: readonly string[]): Promise<boolean> {
  if (paths.length === 0) return true
  const ids = paths.map((path) => path.replace(/^\/brand-images\/|\.\w+$/g, ''))
  const own = siteId === null ? new Set<string>() : await ownImages(db, siteId, ids)
  return ids.every((id) => own.has(id))
}
