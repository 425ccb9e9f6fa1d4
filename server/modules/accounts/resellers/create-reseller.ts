import type { Reseller } from '#contract/accounts/resellers.ts'
import { type ModuleSlug, SIGN_UP_MODULES } from '#contract/core/constants.ts'
import {
  type AccountRow,
  createAccount,
  createPlanOfAccount,
  findAccount,
  findRealm,
  findUsersByEmail,
  inviteOwner,
  isEmailTaken,
  setSignUpPlan,
  subscribeToPlan,
} from '#server/modules/accounts/accounts/index.ts'
import { addTrustedDomain, createSite } from '#server/modules/branding/sites/index.ts'
import { fieldChanges, recordAudit } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { AppError, conflict, invalidField, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { canBecomeReseller } from './reseller-policy.ts'
import { presentReseller } from './resellers.ts'
import * as reads from './resellers-reads.ts'

/** An administrator's settings for a new reseller. */
export interface NewReseller {
  owner_email: string
  invite_owner: boolean
  account_id?: number | null
  brand_name: string
  domain?: string
  modules: readonly ModuleSlug[]
  sign_up: boolean
}

// Accounts that resell under their own brand.

/**
 * The account meant; null when the person owns none and is to be invited.
 * @throws AppError validation_failed when there is none, or more than one.
 */
async function chooseAccount(ctx: Context, actor: Actor, input: NewReseller): Promise<AccountRow | null> {
  const { owner_email, account_id: wanted } = input
  const owners = (await findUsersByEmail(ctx, owner_email, null)).filter(canBecomeReseller)
  const ids = [...new Set(owners.map((owner) => owner.account_id))]
  const chosen = wanted ? ids.filter((id) => id === wanted) : ids
  if (ids.length === 0 && input.invite_owner) {
    if (!(await isEmailTaken(ctx, owner_email, actor.realmId))) return null
    throw invalidField('owner_email', 'This person is a member of another account. Use another email')
  }
  if (chosen.length === 0)
    throw invalidField('owner_email', 'No account has an owner with this email. Invite them to create one')
  if (chosen.length > 1)
    throw invalidField('account_id', `This person owns several accounts; choose one of ${ids.join(', ')}`)
  const account = await findAccount(ctx, chosen[0] as number)
  if (!account) throw notFound('The account')
  if (account.modules.includes('whitelabel')) throw conflict('This account is already a reseller')
  return account
}

/** The default for self-registered customers: the usual modules the reseller has, no credits. */
async function openSignUp(
  ctx: Context,
  account: AccountRow,
  realmId: number,
  modules: readonly ModuleSlug[],
) {
  const own = SIGN_UP_MODULES.filter((slug) => modules.includes(slug))
  const plan = { name: 'Starter', freeCredits: 0, ownerAccountId: account.id, supportOpenAiApiKey: true }
  const starter = { ...plan, modules: own }
  await setSignUpPlan(ctx, realmId, (await createPlanOfAccount(ctx, starter)).plan_id)
}

/** Puts an account on the plan, or opens one and invites its owner. */
async function placeOnPlan(
  ctx: Context,
  planVersionId: number,
  actor: Actor,
  wanted: NewReseller,
  known: AccountRow | null,
) {
  if (known) {
    await subscribeToPlan(ctx, known.id, planVersionId)
    return known
  }
  const { brand_name: name, owner_email: email } = wanted
  const account = await createAccount(ctx, { parentId: actor.accountId, name, planVersionId })
  await inviteOwner.ask(ctx, { actor, accountId: account.id, owner: { email } })
  return account
}

async function setUpReseller(
  ctx: Context,
  actor: Actor,
  wanted: NewReseller,
  known: AccountRow | null,
): Promise<Reseller> {
  const { brand_name: name, domain } = wanted
  const modules: ModuleSlug[] = [...wanted.modules, 'whitelabel']
  const draft = { name: `Reseller: ${name}`, modules, freeCredits: 0, supportOpenAiApiKey: true }
  const plan = await createPlanOfAccount(ctx, draft)
  const account = await placeOnPlan(ctx, plan.id, actor, wanted, known)
  const realmId = await findRealm(ctx, account.id, name)
  const site = await createSite(ctx, { account_id: account.id, realm_id: realmId, name })
  // Staff vouch for the domain; one entered by a reseller is checked by DNS.
  if (domain !== undefined) await addTrustedDomain(ctx, site.id, domain)
  if (wanted.sign_up) await openSignUp(ctx, account, realmId, modules)
  const about = {
    subject: `account:${account.id}` as const,
    detail: fieldChanges(null, {
      brand: name,
      domain: domain ?? null,
      modules,
      sign_up: wanted.sign_up,
    }),
  }
  for (const accountId of [actor.accountId, account.id].sort((a, b) => a - b))
    recordAudit(ctx.db, { accountId, ...about })
  const made = await reads.findReseller(ctx.db, account.id)
  if (!made) throw conflict('The account above this one isn’t a reseller')
  return presentReseller(made)
}

/**
 * Turns an account into a reseller, or opens one for an invited owner: a plan with white label, a realm for
 * its customers, a site on its domain.
 * @throws AppError validation_failed, conflict when it is one already or the domain is taken.
 */
export function createReseller(ctx: Context, actor: Actor, wanted: NewReseller): Promise<Reseller> {
  return transaction(ctx.db, async () =>
    setUpReseller(ctx, actor, wanted, await chooseAccount(ctx, actor, wanted)),
  ).catch((error) => {
    throw error instanceof AppError && error.fields?.host !== undefined
      ? invalidField('domain', error.message)
      : error
  })
}
