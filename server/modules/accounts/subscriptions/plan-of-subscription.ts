import { type Selectable, sql } from 'kysely'
import { findPlatformId } from '#server/modules/accounts/accounts/index.ts'
import type { PlanVersionInfoRow } from '#server/modules/accounts/plans/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import { findRow } from '#server/platform/db/rows.ts'
import { AppError, notFound } from '#server/platform/errors.ts'

export type PackageVersion = Selectable<PlanVersionInfoRow>

export async function findVersion(db: Db, versionId: number): Promise<PackageVersion> {
  const row = await findRow(db, 'plan_version_info', { id: versionId })
  if (!row) throw notFound('The package')
  return row
}

/** The seller in the packages column; null for the platform. */
async function findSellingOwner(db: Db, sellerAccountId: number): Promise<number | null> {
  return sellerAccountId === (await findPlatformId(db)) ? null : sellerAccountId
}

const selectNewest = (db: Db, owner: number | null) =>
  db
    .selectFrom('plan_version_info')
    .selectAll()
    .distinctOn('plan_id')
    .where('state', '=', 'published')
    .where('owner_account_id', 'is not distinct from', owner)
    .where('archived_at', 'is', null)
    .where(sql<boolean>`not modules && '{admin}'::text[]`)
    .orderBy('plan_id')
    .orderBy('version', 'desc')

/** Packages on sale by a seller, in their newest version. */
export const listSellable = async (db: Db, sellerAccountId: number): Promise<PackageVersion[]> =>
  selectNewest(db, await findSellingOwner(db, sellerAccountId)).execute()

/** The chosen package. @throws AppError validation_failed for one of another seller. */
export async function sellableVersion(
  db: Db,
  { packageId, sellerAccountId }: { packageId: number; sellerAccountId: number },
): Promise<PackageVersion> {
  const row = await selectNewest(db, await findSellingOwner(db, sellerAccountId))
    .where('plan_id', '=', packageId)
    .executeTakeFirst()
  if (!row)
    throw new AppError('validation_failed', 'Choose one of the seller’s own packages', {
      fields: { package_id: 'Choose one of the seller’s own packages' },
    })
  return row
}
