import type { Reseller } from '#contract/accounts/resellers.ts'
import { type ModuleSlug, SIGN_UP_MODULES } from '#contract/core/constants.ts'
import type { AccountRow, AccountsService } from '#server/modules/accounts/accounts/index.ts'
import type { DomainsService, SitesService } from '#server/modules/branding/sites/index.ts'
import { fieldChanges, recordAudit } from '#server/modules/core/audit/index.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { AppError, conflict, invalidField, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { pick } from '#server/platform/pick.ts'
import { canBecomeReseller } from './reseller-policy.ts'
import { findReseller, pageOfResellers, type ResellerRow } from './resellers-reads.ts'

export interface ResellersDeps {
  db: Db
  accounts: AccountsService
  sites: Pick<SitesService, 'create'>
  domains: Pick<DomainsService, 'addTrusted'>
  invitations: {
    /** Counts an invitation against the limit of the actor's account. @throws AppError rate_limited. */
    countInvitation(actor: Actor): Promise<void>
    /** Invites an account's first owner on behalf of the actor, a user of another account. */
    inviteOwner(actor: Actor, accountId: number, owner: { email: string }): Promise<void>
  }
}

/** An administrator's settings for a new reseller. */
export interface NewReseller {
  owner_email: string
  invite_owner: boolean
  account_id?: number | null | undefined
  brand_name: string
  domain?: string | undefined
  modules: readonly ModuleSlug[]
  sign_up: boolean
}

const present = (row: ResellerRow): Reseller => ({
  ...pick(row, 'id', 'name', 'owner_email', 'brand_name', 'domain'),
  modules: row.modules as ModuleSlug[],
  customers: row.customers,
  sign_up: row.sign_up,
  created_at: row.created_at.toISOString(),
})

/** Accounts that resell under their own brand. */
export function createResellersService({ db, accounts, sites, domains, invitations }: ResellersDeps) {
  /**
   * The account meant; null when the person owns none and is to be invited.
   * @throws AppError validation_failed when there is none, or more than one.
   */
  async function accountOf(actor: Actor, input: NewReseller): Promise<AccountRow | null> {
    const { owner_email, account_id: wanted } = input
    const owners = (await accounts.findUsersByEmail(owner_email, null)).filter(canBecomeReseller)
    const ids = [...new Set(owners.map((owner) => owner.account_id))]
    const chosen = wanted ? ids.filter((id) => id === wanted) : ids
    if (ids.length === 0 && input.invite_owner) {
      if (!(await accounts.isTaken(owner_email, actor.realmId))) return null
      throw invalidField('owner_email', 'This person is a member of another account. Use another email')
    }
    if (chosen.length === 0)
      throw invalidField('owner_email', 'No account has an owner with this email. Invite them to create one')
    if (chosen.length > 1)
      throw invalidField('account_id', `This person owns several accounts; choose one of ${ids.join(', ')}`)
    const account = await accounts.findAccount(chosen[0] as number)
    if (!account) throw notFound('The account')
    if (account.modules.includes('whitelabel')) throw conflict('This account is already a reseller')
    return account
  }

  /** The default for self-registered customers: the usual modules the reseller has, no credits. */
  async function openSignUp(account: AccountRow, realmId: number, modules: readonly ModuleSlug[]) {
    const own = SIGN_UP_MODULES.filter((slug) => modules.includes(slug))
    const plan = { name: 'Starter', freeCredits: 0, ownerAccountId: account.id, supportOpenAiApiKey: true }
    const starter = { ...plan, modules: own }
    await accounts.setSignUpPlan(realmId, (await accounts.createPlan(starter)).plan_id)
  }

  /** Puts an account on the plan, or opens one and invites its owner. */
  async function placeOn(planVersionId: number, actor: Actor, wanted: NewReseller, known: AccountRow | null) {
    if (known) {
      await accounts.subscribe(known.id, planVersionId)
      return known
    }
    const { brand_name: name, owner_email: email } = wanted
    const account = await accounts.createAccount({ parentId: actor.accountId, name, planVersionId })
    await invitations.inviteOwner(actor, account.id, { email })
    return account
  }

  async function make(actor: Actor, wanted: NewReseller, known: AccountRow | null): Promise<Reseller> {
    const { brand_name: name, domain } = wanted
    const modules: ModuleSlug[] = [...wanted.modules, 'whitelabel']
    const draft = { name: `Reseller: ${name}`, modules, freeCredits: 0, supportOpenAiApiKey: true }
    const plan = await accounts.createPlan(draft)
    const account = await placeOn(plan.id, actor, wanted, known)
    const realmId = await accounts.realmOf(account.id, name)
    const site = await sites.create({ account_id: account.id, realm_id: realmId, name })
    // Staff vouch for the domain; one entered by a reseller is checked by DNS.
    if (domain !== undefined) await domains.addTrusted(site.id, domain)
    if (wanted.sign_up) await openSignUp(account, realmId, modules)
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
      recordAudit(db, { accountId, ...about })
    const made = await findReseller(db, account.id)
    if (!made) throw conflict('The account above this one isn’t a reseller')
    return present(made)
  }

  return {
    async page(query: { page: number; limit: number; search?: string | undefined }) {
      const { rows, total } = await pageOfResellers(db, query)
      return { data: rows.map(present), currentPage: query.page, pageSize: query.limit, total }
    },

    /** Before inviting an owner. @throws AppError rate_limited. */
    countInvitation: (actor: Actor) => invitations.countInvitation(actor),

    /**
     * Turns an account into a reseller, or opens one for an invited owner: a plan with white label, a realm for
     * its customers, a site on its domain.
     * @throws AppError validation_failed, conflict when it is one already or the domain is taken.
     */
    create(actor: Actor, wanted: NewReseller): Promise<Reseller> {
      return transaction(db, async () => make(actor, wanted, await accountOf(actor, wanted))).catch(
        (error) => {
          throw error instanceof AppError && error.fields?.host !== undefined
            ? invalidField('domain', error.message)
            : error
        },
      )
    },
  }
}

export type ResellersService = ReturnType<typeof createResellersService>
