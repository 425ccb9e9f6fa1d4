import { type ColumnType, type Selectable, sql } from 'kysely'
import { findPlatformId } from '#server/modules/accounts/accounts/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Period } from './periods.ts'

type Shown<T> = ColumnType<T, never, never>

interface PlanVersionInfo {
  id: Shown<number>
  plan_id: Shown<number>
  /** The seller; null is the platform. */
  owner_account_id: Shown<number | null>
  name: Shown<string>
  version: Shown<number>
  state: Shown<'draft' | 'published' | 'archived'>
  modules: Shown<string[]>
  credits: Shown<number>
  seats: Shown<number | null>
  price_minor: Shown<number | null>
  currency: Shown<string | null>
  period: Shown<Period | null>
  trial_days: Shown<number>
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    plan_version_info: PlanVersionInfo
  }
}
export type PackageVersion = Selectable<PlanVersionInfo>

export async function findVersion(db: Db, versionId: number): Promise<PackageVersion> {
  const row = await db
    .selectFrom('plan_version_info')
    .selectAll()
    .where('id', '=', versionId)
    .executeTakeFirst()
  if (!row) throw notFound('The package')
  return row
}

/** The seller in the column of packages: the platform's own name nobody. */
async function ownerOf(db: Db, sellerAccountId: number): Promise<number | null> {
  return sellerAccountId === (await findPlatformId(db)) ? null : sellerAccountId
}

const newestOf = (db: Db, owner: number | null) =>
  db
    .selectFrom('plan_version_info')
    .selectAll()
    .distinctOn('plan_id')
    .where('state', '=', 'published')
    .where('owner_account_id', 'is not distinct from', owner)
    .where(sql<boolean>`not modules && '{admin}'::text[]`)
    .orderBy('plan_id')
    .orderBy('version', 'desc')

/** Packages that a seller can put accounts on, in their newest version. */
export const sellableOf = async (db: Db, sellerAccountId: number): Promise<PackageVersion[]> =>
  newestOf(db, await ownerOf(db, sellerAccountId)).execute()

/** What an account is put on. @throws AppError validation_failed for a package that is not the seller's. */
export async function sellableVersion(
  db: Db,
  { packageId, sellerAccountId }: { packageId: number; sellerAccountId: number },
): Promise<PackageVersion> {
  const row = await newestOf(db, await ownerOf(db, sellerAccountId))
    .where('plan_id', '=', packageId)
    .executeTakeFirst()
  if (!row)
    throw new AppError('validation_failed', 'Choose one of the seller’s own packages', {
      fields: { package_id: 'Choose one of the seller’s own packages' },
    })
  return row
}
