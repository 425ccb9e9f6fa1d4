import type { Package, PackageDetail, PlanVersion } from '#contract/accounts/plans.ts'
import type { Offer } from '#contract/accounts/sales.ts'
import type { AddOnRow, CouponRow } from './offers-store.ts'
import { readTerms } from './plan-terms.ts'
import type { PlanLine } from './plans-reads.ts'
import type { PlanRow, PlanVersionRow } from './plans-store.ts'

const presentVersion = (row: PlanVersionRow, customers: number): PlanVersion => ({
  ...readTerms(row),
  id: row.id,
  version: row.version,
  state: row.state,
  customers,
  created_at: row.created_at.toISOString(),
})

const presentAddOn = ({ name, credits, seats, price_minor }: AddOnRow) => ({
  name,
  credits,
  seats,
  price_minor,
})

const presentCoupon = ({ plan_id: _plan, created_at: _at, ...coupon }: CouponRow) => coupon

export function presentLine(row: PlanLine, customers: number, problem: string | null): Package {
  const { modules, credits, seats, price_minor, currency, period } = readTerms(row)
  const { name, version, state, has_draft, is_public } = row
  const line = { name, version, state, has_draft, is_public, customers, problem }
  return { id: row.plan_id, ...line, modules, credits, seats, price_minor, currency, period }
}

interface Parts {
  plan: PlanRow
  versions: PlanVersionRow[]
  customers: ReadonlyMap<number, number>
  coupons: CouponRow[]
  addOns: AddOnRow[]
  salesUrl: string
  problem: string | null
  move: PackageDetail['move']
}

export const presentDetail = (parts: Parts): PackageDetail => ({
  id: parts.plan.id,
  name: parts.plan.name,
  archived: parts.plan.archived_at !== null,
  versions: parts.versions.map((row) => presentVersion(row, parts.customers.get(row.id) ?? 0)),
  coupons: parts.coupons.map(presentCoupon),
  add_ons: parts.addOns.map(presentAddOn),
  is_public: parts.plan.is_public,
  description: parts.plan.description,
  terms: parts.plan.terms,
  after_sale_url: parts.plan.after_sale_url,
  kit_id: parts.plan.kit_id,
  sales_url: parts.salesUrl,
  problem: parts.problem,
  move: parts.move,
})

/** A package as customers see it. Payments will say where it is bought. */
export function presentOffer(
  plan: Pick<PlanRow, 'id' | 'name'>,
  row: PlanVersionRow,
  addOns: AddOnRow[],
): Offer {
  const { modules, credits, seats, price_minor, set_up_minor, currency, period } = readTerms(row)
  // Nobody tries what is free.
  const trial_days = price_minor > 0 ? row.trial_days : 0
  const terms = { modules, credits, seats, price_minor, set_up_minor, currency, period, trial_days }
  return {
    id: plan.id,
    name: plan.name,
    ...terms,
    add_ons: addOns.map(presentAddOn),
    checkout_url: null,
    buy: null,
    sold_out: false,
  }
}
