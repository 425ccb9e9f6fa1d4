import { isDeepStrictEqual } from 'node:util'
import { PlanTerms } from '#contract/accounts/plans.ts'
import type { KitPackage } from '#contract/admin/kit-packages.ts'
import type { Context } from '#server/platform/context.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { byKitName, defineKitPart, type KitItem } from '#server/platform/kit-part.ts'
import { pick } from '#server/platform/pick.ts'
import { listCoupons, listPlanAddOns } from './offers-store.ts'
import { setPlanOffers, setPlanSales } from './plan-offers.ts'
import { readTerms, withTerms } from './plan-terms.ts'
import { findDraft, findSold } from './plan-views.ts'
import { archivePlan, createPlan, publishPlan, updatePlan } from './plans.ts'
import { findArchivedPlan, listPlansOfOwner, listVersions, type PlanRow } from './plans-store.ts'
import { findSeller } from './sellers.ts'

const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1)

/** The newest terms of a package; on sale if these are the ones that are sold. Null for the installation's own. */
async function readPackage(ctx: Context, plan: PlanRow): Promise<KitItem<KitPackage> | null> {
  const versions = await listVersions(ctx.db, plan.id)
  const [draft, sold] = [findDraft(versions), findSold(versions)]
  const newest = draft ?? sold ?? versions[0]
  if (!newest || versions.some(({ modules }) => modules.includes('admin'))) return null
  const addOns = await listPlanAddOns(ctx.db, plan.id)
  const { description, terms, after_sale_url } = plan
  return {
    id: plan.id,
    content: {
      ...readTerms(newest),
      add_ons: addOns.map(({ plan_id: _plan, ...addOn }) => addOn).sort(byName),
      description,
      terms,
      after_sale_url,
      on_sale: sold && !draft ? true : null,
    },
  }
}

async function saveSales(
  ctx: Context,
  actor: Actor,
  id: number,
  { description, terms, after_sale_url, add_ons }: KitPackage,
): Promise<void> {
  const coupons = (await listCoupons(ctx.db, id)).map(
    ({ plan_id: _plan, created_at: _at, used: _used, ...coupon }) => coupon,
  )
  const before = (await listPlanAddOns(ctx.db, id)).map(({ plan_id: _plan, ...addOn }) => addOn)
  if (!isDeepStrictEqual(before.sort(byName), add_ons))
    await setPlanOffers(ctx, actor, id, { coupons, add_ons })
  await setPlanSales(ctx, actor, id, { description, terms, after_sale_url })
}

const TERMS = Object.keys(PlanTerms.shape) as (keyof PlanTerms)[]
const termsOf = (content: KitPackage): PlanTerms => pick(content, ...TERMS)

/** Writes the draft, and publishes it where the document says so: customers keep the version that they are on. */
async function savePackage(ctx: Context, actor: Actor, id: number, content: KitPackage, name: string) {
  const { versions } = await updatePlan(ctx, actor, id, { name, ...termsOf(content) })
  await saveSales(ctx, actor, id, content)
  if (content.on_sale && versions.some(({ state }) => state === 'draft')) await publishPlan(ctx, actor, id)
}

/** Packages that an account sells, by name. One that a document doesn't put on sale arrives as a draft. */
export const packagesKitPart = defineKitPart<KitPackage>({
  name: 'packages',
  module: 'whitelabel',
  leaves: ['on_sale'],
  normalise: (content) => ({
    ...content,
    ...withTerms(termsOf(content), {}),
    add_ons: content.add_ons.toSorted(byName),
  }),
  async list(ctx, { accountId }) {
    const { owner } = await findSeller(ctx.db, accountId)
    const found: { name: string; item: KitItem<KitPackage> }[] = []
    for (const plan of await listPlansOfOwner(ctx.db, owner)) {
      const item = await readPackage(ctx, plan)
      if (item) found.push({ name: plan.name, item })
    }
    return byKitName(
      found,
      ({ name }) => name,
      ({ item }) => item,
    )
  },
  async create(ctx, actor, name, content) {
    const { id } = await createPlan(ctx, actor, { name, publish: false, ...termsOf(content) })
    await saveSales(ctx, actor, id, content)
    if (content.on_sale) await publishPlan(ctx, actor, id)
  },
  change: (ctx, actor, id, content, name) => savePackage(ctx, actor, id, content, name),
  remove: (ctx, actor, id) => archivePlan(ctx, actor, id, true),
  async restore(ctx, actor, name) {
    const { owner } = await findSeller(ctx.db, actor.accountId)
    const row = await findArchivedPlan(ctx.db, owner, name)
    if (!row) return null
    await archivePlan(ctx, actor, row.id, false)
    return row.id
  },
})
