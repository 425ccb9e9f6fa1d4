import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { PlanCheck, PlanTerms } from '#contract/accounts/plans.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { findRow } from '#server/platform/db/rows.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { beyondSeller, type Problem } from './beyond-seller.ts'
import { changePlan } from './change-plan.ts'
import { listCoupons, listPlanAddOns } from './offers-store.ts'
import { checkTerms, type Offers, type Seller } from './plan-problems.ts'
import { defaultTerms, makeVersionContent, readTerms, type SomeTerms, withTerms } from './plan-terms.ts'
import { findDraft, findSold, refuse, showPlanDetail } from './plan-views.ts'
import * as store from './plans-store.ts'
import { changeDraft, insertPlanRow, insertVersion, publishDraft } from './plans-store.ts'
import { findSeller } from './sellers.ts'
import { hasKit } from './signals.ts'

/** Problems not even a draft may have; its prices may still be too low, and it may give more than its seller has. */
const draftProblems = (seller: Seller, terms: PlanTerms): Problem[] => {
  const open = new Set(beyondSeller(seller, terms).map(({ field }) => field))
    .add('price_minor')
    .add('wholesale')
  open.delete('modules')
  return checkTerms(seller, terms).problems.filter(({ field }) => !open.has(field))
}

// Packages of a seller, and plans of the installation. A published version never changes; changes go to the
// plan's single draft.

/** @throws AppError not_found for a kit that the seller doesn't have. */
async function requireKit(ctx: Context, actor: Actor, kitId: number | null = null): Promise<void> {
  if (kitId !== null && !(await hasKit.ask(ctx, { accountId: actor.accountId, kitId })))
    throw notFound('The kit')
}

const findOffers = async (ctx: Context, id: number): Promise<Offers> => ({
  coupons: await listCoupons(ctx.db, id),
  addOns: await listPlanAddOns(ctx.db, id),
})

export const showPlan = async (ctx: Context, actor: Actor, id: number) =>
  showPlanDetail(ctx, await findSeller(ctx.db, actor.accountId), id)

/** The floor price of terms, and what prevents publishing them. */
export async function checkPlanTerms(ctx: Context, actor: Actor, terms: SomeTerms): Promise<PlanCheck> {
  const seller = await findSeller(ctx.db, actor.accountId)
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
}

/** @throws AppError validation_failed where it is published and may not be sold. */
export const createPlan = (
  ctx: Context,
  actor: Actor,
  { name, publish, kit_id, ...input }: SomeTerms & { name: string; publish: boolean; kit_id?: number | null },
) =>
  transaction(ctx.db, async () => {
    const seller = await findSeller(ctx.db, actor.accountId)
    const terms = withTerms(defaultTerms(seller), input)
    refuse(publish ? checkTerms(seller, terms).problems : draftProblems(seller, terms))
    await requireKit(ctx, actor, kit_id)
    const id = await insertPlanRow(ctx.db, name, seller.owner, kit_id)
    const state = publish ? 'published' : 'draft'
    await insertVersion(ctx.db, { ...makeVersionContent(terms), plan_id: id, version: 1, state })
    recordAudit(ctx.db, { accountId: actor.accountId, subject: `package:${id}`, detail: { name, state } })
    return { id, version: 1 }
  })

/** Renames it or names its kit, and writes other changes into the draft. @throws AppError not_found, validation_failed. */
export const updatePlan = (
  ctx: Context,
  actor: Actor,
  id: number,
  { name, kit_id, ...input }: SomeTerms & { name?: string; kit_id?: number | null },
) =>
  changePlan(ctx, actor, id, async ({ seller, versions }) => {
    if (name !== undefined) await store.updatePlan(ctx.db, id, { name })
    await requireKit(ctx, actor, kit_id)
    if (kit_id !== undefined) await store.updatePlan(ctx.db, id, { kit_id })
    if (Object.values(input).every((value) => value === undefined)) return { name, kit_id }
    const draft = findDraft(versions)
    const base = draft ?? findSold(versions) ?? versions[0]
    const terms = withTerms(base ? readTerms(base) : defaultTerms(seller), input)
    // Saving unchanged terms creates no draft.
    if (!draft && base && isDeepStrictEqual(terms, readTerms(base))) return { name }
    refuse(draftProblems(seller, terms))
    const version = draft?.version ?? (versions[0]?.version ?? 0) + 1
    if (!draft)
      await insertVersion(ctx.db, { ...makeVersionContent(terms), plan_id: id, version, state: 'draft' })
    else if (!(await changeDraft(ctx.db, draft.id, makeVersionContent(terms))))
      throw conflict('This version has been published in the meantime. Reload the page')
    return { version }
  })

/** @throws AppError not_found, conflict without a draft, validation_failed below the floor. */
export const publishPlan = (ctx: Context, actor: Actor, id: number) =>
  changePlan(ctx, actor, id, async ({ seller, versions }) => {
    const draft = findDraft(versions)
    if (!draft) throw conflict('There are no changes to publish')
    refuse(checkTerms(seller, readTerms(draft), await findOffers(ctx, id)).problems)
    await publishDraft(ctx.db, draft)
    return { version: draft.version }
  })

/** @throws AppError not_found, conflict for the sign-up package. */
export const archivePlan = (ctx: Context, actor: Actor, id: number, archived: boolean) =>
  changePlan(ctx, actor, id, async () => {
    const assigned = await findRow(ctx.db, 'realm_info', { sign_up_plan_id: id }, ['id'])
    if (archived && assigned)
      throw conflict('New accounts get this package. Choose another under Business Account, Sign-up')
    await store.updatePlan(ctx.db, id, {
      archived_at: archived ? sql<Date>`now()` : null,
      ...(archived && { is_public: false }),
    })
    return { archived }
  })
