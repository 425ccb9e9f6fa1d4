import type { AddOn, Coupon, PackageDetail, PlanCheck } from '#contract/accounts/plans.ts'
import type { SitesService } from '#server/modules/branding/sites/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { findOpenMove } from './moves-store.ts'
import { addOnsOf, couponsOf, replaceOffers } from './offers-store.ts'
import { checkTerms, type Offers, type Problem } from './plan-problems.ts'
import { contentOf, defaultTerms, type SomeTerms, termsOf, withTerms } from './plan-terms.ts'
import { customersOn, type PlansQuery, pageOfPlans, siteOfAccount } from './plans-reads.ts'
import {
  changeDraft,
  findPlan,
  insertPlanRow,
  insertVersion,
  lockPlan,
  type PlanRow,
  type PlanVersionRow,
  publishDraft,
  updatePlan,
  versionsOf,
} from './plans-store.ts'
import { presentDetail, presentLine } from './present-plan.ts'
import { problemsOf } from './requires-sellable.ts'
import { findSeller, firstOf, type SellingAccount } from './sellers.ts'

export interface PlansDeps {
  db: Db
  sites: Pick<SitesService, 'urlOf'>
}

function refuse(problems: readonly Problem[]): void {
  const [first] = problems
  if (!first) return
  const fields = Object.fromEntries(problems.toReversed().map(({ field, message }) => [field, message]))
  throw new AppError('validation_failed', first.message, { fields })
}

/** @throws AppError not_found for a plan of somebody else, and for the one of the installation itself. */
export function requirePlan(plan: PlanRow | undefined, versions: readonly PlanVersionRow[]): PlanRow {
  if (!plan || versions.some(({ modules }) => modules.includes('admin'))) throw notFound('The package')
  return plan
}

/** The version that is sold, and the one that is being written. */
const soldOf = (versions: readonly PlanVersionRow[]) => versions.find(({ state }) => state === 'published')
const draftOf = (versions: readonly PlanVersionRow[]) => versions.find(({ state }) => state === 'draft')

/** Shows packages: the list, and one with everything about it. */
function createViews({ db, sites }: PlansDeps) {
  async function salesUrl(seller: SellingAccount, planId: number): Promise<string> {
    const site = seller.owner === null ? undefined : await siteOfAccount(db, seller.accountId)
    return `${await sites.urlOf(site?.id ?? null)}/packages/${planId}`
  }

  /** @throws AppError not_found. */
  async function detail(seller: SellingAccount, id: number): Promise<PackageDetail> {
    const versions = await versionsOf(db, id)
    const plan = requirePlan(await findPlan(db, seller.owner, id), versions)
    const on = await customersOn(db, [id])
    const sold = soldOf(versions)
    const move = await findOpenMove(db, seller.accountId, id)
    return presentDetail({
      plan,
      versions,
      customers: new Map(on.map((one) => [one.id, one.customers])),
      coupons: await couponsOf(db, id),
      addOns: await addOnsOf(db, id),
      salesUrl: await salesUrl(seller, id),
      problem: sold ? firstOf(await problemsOf(db, seller, sold)) : null,
      move: move
        ? { ...move, customers: Number(move.customers), first_at: (move.first_at as Date).toISOString() }
        : null,
    })
  }

  async function list(actor: Actor, query: PlansQuery) {
    const seller = await findSeller(db, actor.accountId)
    const { rows, total } = await pageOfPlans(db, seller.owner, query)
    const on = await customersOn(
      db,
      rows.map((row) => row.plan_id),
    )
    const data = []
    for (const row of rows) {
      const of = on.filter(({ plan_id }) => plan_id === row.plan_id)
      const customers = of.reduce((sum, one) => sum + one.customers, 0)
      const problem = row.state === 'published' ? firstOf(await problemsOf(db, seller, row)) : null
      data.push(presentLine(row, customers, problem))
    }
    return { data, currentPage: query.page, pageSize: query.limit, total }
  }

  return { detail, list }
}

/**
 * Packages of a seller, and plans of the installation's own account. A version that was published never changes;
 * changes go to a draft, of which a plan has one at most.
 */
export function createPlansService(deps: PlansDeps) {
  const { db } = deps
  const views = createViews(deps)

  /** Changes a plan of the actor's, held meanwhile, and answers it. @throws AppError not_found. */
  const change = (
    actor: Actor,
    id: number,
    work: (held: { seller: SellingAccount; plan: PlanRow; versions: PlanVersionRow[] }) => Promise<object>,
  ): Promise<PackageDetail> =>
    transaction(db, async () => {
      const seller = await findSeller(db, actor.accountId)
      const held = await lockPlan(db, seller.owner, id)
      const versions = await versionsOf(db, id)
      const plan = requirePlan(held, versions)
      const note = await work({ seller, plan, versions })
      recordAudit(db, {
        accountId: actor.accountId,
        subject: `package:${id}`,
        detail: { name: plan.name, ...note },
      })
      return views.detail(seller, id)
    })

  const offersOf = async (id: number): Promise<Offers> => ({
    coupons: await couponsOf(db, id),
    addOns: await addOnsOf(db, id),
  })

  return {
    page: views.list,
    show: async (actor: Actor, id: number) => views.detail(await findSeller(db, actor.accountId), id),

    /** The floor price of terms, and what keeps them from being published. */
    async check(actor: Actor, given: SomeTerms): Promise<PlanCheck> {
      const seller = await findSeller(db, actor.accountId)
      const { costs, floor, problems } = checkTerms(seller, withTerms(defaultTerms(seller.modules), given))
      return {
        floor: {
          currency: costs.currency,
          total_minor: Number(floor.total),
          credits_minor: Number(floor.credits),
          seats_minor: Number(floor.seats),
          modules_minor: Number(floor.modules),
        },
        problems,
      }
    },

    /** @throws AppError validation_failed where it is published and may not be sold. */
    create: (actor: Actor, { name, publish, ...given }: SomeTerms & { name: string; publish: boolean }) =>
      transaction(db, async () => {
        const seller = await findSeller(db, actor.accountId)
        const terms = withTerms(defaultTerms(seller.modules), given)
        refuse(checkTerms(seller, terms).problems.filter(({ field }) => publish || field !== 'price_minor'))
        const id = await insertPlanRow(db, name, seller.owner)
        const state = publish ? 'published' : 'draft'
        await insertVersion(db, { ...contentOf(terms), plan_id: id, version: 1, state })
        recordAudit(db, { accountId: actor.accountId, subject: `package:${id}`, detail: { name, state } })
        return { id, version: 1 }
      }),

    /** Renames it, and writes what else was given into the draft. @throws AppError not_found, validation_failed. */
    update: (actor: Actor, id: number, { name, ...given }: SomeTerms & { name?: string | undefined }) =>
      change(actor, id, async ({ seller, versions }) => {
        if (name !== undefined) await updatePlan(db, id, { name })
        if (Object.values(given).every((value) => value === undefined)) return { name }
        const draft = draftOf(versions)
        const base = draft ?? soldOf(versions) ?? versions[0]
        const terms = withTerms(base ? termsOf(base) : defaultTerms(seller.modules), given)
        refuse(
          checkTerms(seller, terms).problems.filter(
            ({ field }) => field !== 'price_minor' && field !== 'wholesale',
          ),
        )
        const version = draft?.version ?? (versions[0]?.version ?? 0) + 1
        if (!draft) await insertVersion(db, { ...contentOf(terms), plan_id: id, version, state: 'draft' })
        else if (!(await changeDraft(db, draft.id, contentOf(terms))))
          throw new AppError('conflict', 'This version was published meanwhile. Reload the page')
        return { version }
      }),

    /** @throws AppError not_found, conflict without a draft, validation_failed below the floor. */
    publish: (actor: Actor, id: number) =>
      change(actor, id, async ({ seller, versions }) => {
        const draft = draftOf(versions)
        if (!draft) throw new AppError('conflict', 'There are no changes to publish')
        refuse(checkTerms(seller, termsOf(draft), await offersOf(id)).problems)
        await publishDraft(db, draft)
        return { version: draft.version }
      }),

    /** @throws AppError not_found, conflict for the package that people register with. */
    archive: (actor: Actor, id: number, archived: boolean) =>
      change(actor, id, async () => {
        const given = await db
          .selectFrom('realm_info')
          .select('id')
          .where('sign_up_plan_id', '=', id)
          .executeTakeFirst()
        if (archived && given)
          throw new AppError(
            'conflict',
            'New accounts get this package. Choose another under Business Account, Sign-up',
          )
        await updatePlan(db, id, {
          archived_at: archived ? new Date(Date.now()) : null,
          ...(archived && { is_public: false }),
        })
        return { archived }
      }),

    /** @throws AppError not_found, validation_failed where a coupon or add-on is below the floor. */
    setOffers: (actor: Actor, id: number, offers: { coupons: Coupon[]; add_ons: AddOn[] }) =>
      change(actor, id, async ({ seller, versions }) => {
        const { coupons, add_ons: addOns } = offers
        refuse(couponProblems(coupons))
        const version = soldOf(versions) ?? draftOf(versions)
        const found = version ? checkTerms(seller, termsOf(version), { coupons, addOns }).problems : []
        refuse(found.filter(({ field }) => field === 'coupons' || field === 'add_ons'))
        await replaceOffers(db, id, offers)
        return { coupons: coupons.length, add_ons: addOns.length }
      }),

    /** @throws AppError not_found, conflict for a package that is not sold. */
    setSales: (
      actor: Actor,
      id: number,
      sales: {
        is_public?: boolean | undefined
        terms?: string | undefined
        after_sale_url?: string | null | undefined
      },
    ) =>
      change(actor, id, async ({ plan, versions }) => {
        if (sales.is_public && (plan.archived_at || !soldOf(versions)))
          throw new AppError('conflict', 'Publish the package before you turn its page on')
        const set = Object.fromEntries(Object.entries(sales).filter(([, value]) => value !== undefined))
        if (Object.keys(set).length > 0) await updatePlan(db, id, set)
        return { is_public: sales.is_public ?? plan.is_public }
      }),
  }
}

function couponProblems(coupons: readonly Coupon[]): Problem[] {
  const codes = coupons.map(({ code }) => code)
  return coupons.flatMap(({ code, percent, amount_minor, duration, months }, at) => {
    const wrong = (message: string) => [{ field: `coupons.${at}.code`, message: `${code}: ${message}` }]
    if (codes.indexOf(code) !== at) return wrong('this code is there twice')
    if ((percent === null) === (amount_minor === null)) return wrong('give a percentage or an amount')
    if ((duration === 'months') !== (months !== null)) return wrong('give the number of months')
    return []
  })
}

export type PlansService = ReturnType<typeof createPlansService>
