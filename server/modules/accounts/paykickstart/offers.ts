import type { Currency } from '#contract/core/money.ts'
import { findPack, listPacks } from '#server/modules/accounts/billing/index.ts'
import type { Db } from '#server/platform/db/db.ts'

/** Ids of everything an account sells: packages, including archived ones, and top-up packs. */
export async function listOffers(db: Db, accountId: number) {
  const plans = await db
    .selectFrom('plan_version_info as v')
    .innerJoin('account_node as a', (join) => join.on('a.id', '=', accountId))
    .where((eb) =>
      eb.or([
        eb('v.owner_account_id', '=', accountId),
        eb('v.owner_account_id', 'is', null).and('a.parent_id', 'is', null),
      ]),
    )
    .select('v.plan_id')
    .distinct()
    .execute()
  const packs = await listPacks(db, accountId)
  return {
    packages: new Set(plans.map(({ plan_id }) => plan_id)),
    packs: new Set(packs.map(({ id }) => id)),
  }
}

/** A purchase's current version of this package, else the one on sale. */
export async function findVersionOf(db: Db, planId: number, boughtVersionId: number | undefined) {
  const versions = await db
    .selectFrom('plan_version_info')
    .select(['id', 'name', 'credits', 'period', 'price_minor', 'currency', 'trial_days', 'state'])
    .where('plan_id', '=', planId)
    .where((eb) => eb.or([eb('state', '=', 'published'), eb('id', '=', boughtVersionId ?? 0)]))
    .execute()
  const version = versions.find(({ id }) => id === boughtVersionId) ?? versions[0]
  return version && { ...version, currency: version.currency as Currency | null }
}
export type SoldVersion = NonNullable<Awaited<ReturnType<typeof findVersionOf>>>

/** A top-up pack as currently offered. */
export async function findPackOffer(db: Db, accountId: number, packId: number) {
  const pack = await findPack(db, accountId, packId)
  return pack && { ...pack, currency: pack.currency as Currency }
}
