import type { ChecklistStep } from '#contract/identity/me.ts'
import { setChecklistDismissed } from '#server/modules/accounts/accounts/index.ts'
import { findSearched } from '#server/modules/activity/runs/index.ts'
import { hasWorkingMail } from '#server/modules/branding/mail/index.ts'
import { hasBrands } from '#server/modules/branding/sites/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { hasSecondFactor } from '#server/modules/identity/second-factor/index.ts'
import { hasPlaces } from '#server/modules/sources/corpus/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { notFound } from '#server/platform/errors.ts'
import { type Actor, hasModule } from '#server/platform/http/actor.ts'
import { can } from '#server/platform/http/capabilities.ts'
import { findFirstSteps } from './checklist-store.ts'

/** Who sets up the installation. */
const isAdmin = (actor: Actor): boolean => can(actor, 'administer')

/** Steps limited to some people, and their rule. */
const OPEN_TO: Partial<Record<ChecklistStep, (actor: Actor) => boolean>> = {
  load_corpus: isAdmin,
  set_up_mail: isAdmin,
  set_brand: isAdmin,
  try_sample: (actor) => hasModule(actor, 'leads'),
  first_search: (actor) => hasModule(actor, 'leads'),
  invite_team: (actor) => can(actor, 'manage_team'),
}

/** Setup state; for administrators only. */
async function findSetUp(ctx: Context, actor: Actor): Promise<boolean[]> {
  return isAdmin(actor) ? Promise.all([hasPlaces(ctx.db), hasWorkingMail(ctx), hasBrands(ctx)]) : []
}

/** A person's first steps, computed from existing data. */
export async function showChecklist(ctx: Context, actor: Actor) {
  const [facts, { searched, sampled }, secured, [loaded, mailing, branded]] = await Promise.all([
    findFirstSteps(ctx.db, actor.userId),
    findSearched(ctx.db, actor.accountId),
    hasSecondFactor(ctx, actor.userId),
    findSetUp(ctx, actor),
  ])
  if (!facts) throw notFound('The user')
  const done: Record<ChecklistStep, boolean> = {
    load_corpus: loaded === true,
    set_up_mail: mailing === true,
    set_brand: branded === true,
    confirm_email: facts.confirmed,
    try_sample: sampled,
    first_search: searched,
    second_factor: secured,
    invite_team: facts.has_team,
  }
  const ids = (Object.keys(done) as ChecklistStep[]).filter((id) => OPEN_TO[id]?.(actor) ?? true)
  return { steps: ids.map((id) => ({ id, done: done[id] })), dismissed: facts.dismissed }
}

/** Dismisses the list for the person, or restores it. */
export async function dismissChecklist(ctx: Context, actor: Actor, dismissed: boolean) {
  await transaction(ctx.db, async () => {
    await setChecklistDismissed(ctx.db, actor.userId, dismissed)
    recordAudit(ctx.db, { accountId: actor.accountId, detail: { dismissed } })
  })
  return showChecklist(ctx, actor)
}
