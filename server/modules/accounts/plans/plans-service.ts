import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { PlanCheck, PlanTerms } from '#contract/accounts/plans.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { transaction } from '#server/platform/db/db.ts'
import { findRow } from '#server/platform/db/rows.ts'
import { conflict } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { beyondSeller, type Problem } from './beyond-seller.ts'
import { createPlanChange } from './change-plan.ts'
import { addOnsOf, couponsOf } from './offers-store.ts'
import { createPlanOffers } from './plan-offers.ts'
import { checkTerms, type Offers, type Seller } from './plan-problems.ts'
import { contentOf, defaultTerms, type SomeTerms, termsOf, withTerms } from './plan-terms.ts'
import { createPlanViews, draftOf, type PlansDeps, refuse, soldOf } from './plan-views.ts'
import { changeDraft, insertPlanRow, insertVersion, publishDraft, updatePlan } from './plans-store.ts'
import { findSeller } from './sellers.ts'

/** Problems not even a draft may have; its prices may still be too low, and it may give more than its seller has. */
const draftProblems = (seller: Seller, terms: PlanTerms): Problem[] => {
  const open = new Set(beyondSeller(seller, terms).map(({ field }) => field))
    .add('price_minor')
    .add('wholesale')
  open.delete('modules')
  return checkTerms(seller, terms).problems.filter(({ field }) => !open.has(field))
}

/**
 * Packages of a seller, and plans of the installation. A published version never changes; changes go to the
 * plan's single draft.
 */
export function createPlansService(deps: PlansDeps) {
  const { db } = deps
  const views = createPlanViews(deps)

  const change = createPlanChange(deps, views)

  const offersOf = async (id: number): Promise<Offers> => ({
    coupons: await couponsOf(db, id),
    addOns: await addOnsOf(db, id),
  })

  return {
    ...createPlanOffers(db, change),
    page: views.list,
    show: async (actor: Actor, id: number) => views.detail(await findSeller(db, actor.accountId), id),

    /** The floor price of terms, and what prevents publishing them. */
    async check(actor: Actor, terms: SomeTerms): Promise<PlanCheck> {
      const seller = await findSeller(db, actor.accountId)
      const { costs, floor, problems } = checkTerms(seller, withTerms(defaultTerms(seller), terms))
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
    create: (actor: Actor, { name, publish, ...input }: SomeTerms & { name: string; publish: boolean }) =>
      transaction(db, async () => {
        const seller = await findSeller(db, actor.accountId)
        const terms = withTerms(defaultTerms(seller), input)
        refuse(publish ? checkTerms(seller, terms).problems : draftProblems(seller, terms))
        const id = await insertPlanRow(db, name, seller.owner)
        const state = publish ? 'published' : 'draft'
        await insertVersion(db, { ...contentOf(terms), plan_id: id, version: 1, state })
        recordAudit(db, { accountId: actor.accountId, subject: `package:${id}`, detail: { name, state } })
        return { id, version: 1 }
      }),

    /** Renames it, and writes other changes into the draft. @throws AppError not_found, validation_failed. */
    update: (actor: Actor, id: number, { name, ...input }: SomeTerms & { name?: string | undefined }) =>
      change(actor, id, async ({ seller, versions }) => {
        if (name !== undefined) await updatePlan(db, id, { name })
        if (Object.values(input).every((value) => value === undefined)) return { name }
        const draft = draftOf(versions)
        const base = draft ?? soldOf(versions) ?? versions[0]
        const terms = withTerms(base ? termsOf(base) : defaultTerms(seller), input)
        // Saving unchanged terms creates no draft.
        if (!draft && base && isDeepStrictEqual(terms, termsOf(base))) return { name }
        refuse(draftProblems(seller, terms))
        const version = draft?.version ?? (versions[0]?.version ?? 0) + 1
        if (!draft) await insertVersion(db, { ...contentOf(terms), plan_id: id, version, state: 'draft' })
        else if (!(await changeDraft(db, draft.id, contentOf(terms))))
          throw conflict('This version has been published in the meantime. Reload the page')
        return { version }
      }),

    /** @throws AppError not_found, conflict without a draft, validation_failed below the floor. */
    publish: (actor: Actor, id: number) =>
      change(actor, id, async ({ seller, versions }) => {
        const draft = draftOf(versions)
        if (!draft) throw conflict('There are no changes to publish')
        refuse(checkTerms(seller, termsOf(draft), await offersOf(id)).problems)
        await publishDraft(db, draft)
        return { version: draft.version }
      }),

    /** @throws AppError not_found, conflict for the sign-up package. */
    archive: (actor: Actor, id: number, archived: boolean) =>
      change(actor, id, async () => {
        const assigned = await findRow(db, 'realm_info', { sign_up_plan_id: id }, ['id'])
        if (archived && assigned)
          throw conflict('New accounts get this package. Choose another under Business Account, Sign-up')
        await updatePlan(db, id, {
          archived_at: archived ? sql<Date>`now()` : null,
          ...(archived && { is_public: false }),
        })
        return { archived }
      }),
  }
}

export type PlansService = ReturnType<typeof createPlansService>
