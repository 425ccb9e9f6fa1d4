import { type ModuleSlug, SIGN_UP_MODULES } from '#contract/constants.ts'
import type { Reseller } from '#contract/resellers.ts'
import type { AccountRow, AccountsService } from '#server/modules/accounts/index.ts'
import { recordAudit } from '#server/modules/audit/index.ts'
import type { SitesService } from '#server/modules/sites/index.ts'
import { systemClock } from '#server/platform/clock.ts'
import { type Db, isUniqueViolation, transaction } from '#server/platform/db/db.ts'
import { AppError, invalidField, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { findReseller, pageOfResellers, type ResellerRow } from './resellers-store.ts'

export interface ResellersDeps {
  db: Db
  accounts: AccountsService
  sites: Pick<SitesService, 'create'>
}

/** What an administrator decides about a new reseller. */
export interface NewReseller {
  owner_email: string
  account_id?: number | null | undefined
  brand_name: string
  domain: string
  modules: readonly ModuleSlug[]
  sign_up: boolean
}

const present = (row: ResellerRow): Reseller => ({
  id: row.id,
  name: row.name,
  owner_email: row.owner_email,
  brand_name: row.brand_name,
  domain: row.domain,
  modules: row.modules as ModuleSlug[],
  customers: row.customers,
  sign_up: row.sign_up,
  created_at: row.created_at.toISOString(),
})

/** Accounts that resell under their own brand. */
export function createResellersService({ db, accounts, sites }: ResellersDeps) {
  /** The account that is meant. @throws AppError validation_failed when there is none, or more than one. */
  async function accountOf({ owner_email, account_id: wanted }: NewReseller): Promise<AccountRow> {
    const owners = (await accounts.findUsersByEmail(owner_email, null)).filter(({ role }) => role === 'user')
    const ids = [...new Set(owners.map((owner) => owner.account_id))]
    const chosen = wanted ? ids.filter((id) => id === wanted) : ids
    if (chosen.length === 0) throw invalidField('owner_email', 'No account has an owner with this email')
    if (chosen.length > 1)
      throw invalidField('account_id', `This person owns several accounts; choose one of ${ids.join(', ')}`)
    const account = await accounts.findAccount(chosen[0] as number)
    if (!account) throw notFound('The account')
    if (account.modules.includes('whitelabel'))
      throw new AppError('conflict', 'This account is a reseller already')
    return account
  }

  /** What customers get who register by themselves: the usual modules as far as the reseller has them, no credits. */
  async function openSignUp(account: AccountRow, realmId: number, modules: readonly ModuleSlug[]) {
    const own = SIGN_UP_MODULES.filter((slug) => modules.includes(slug))
    const starter = { name: 'Starter', modules: own, freeCredits: 0, ownerAccountId: account.id }
    await accounts.setSignUpPlan(realmId, (await accounts.createPlan(starter)).plan_id)
  }

  async function make(actor: Actor, wanted: NewReseller, account: AccountRow): Promise<Reseller> {
    const { brand_name: name, domain } = wanted
    const modules: ModuleSlug[] = [...wanted.modules, 'whitelabel']
    const plan = await accounts.createPlan({ name: `Reseller: ${name}`, modules, freeCredits: 0 })
    await accounts.subscribe(account.id, plan.id)
    const realmId = await accounts.realmOf(account.id, name)
    // Staff vouch for the domain; a reseller's own entry is checked by DNS.
    const verified_at = systemClock.now()
    await sites.create({ account_id: account.id, realm_id: realmId, domain, name, verified_at })
    if (wanted.sign_up) await openSignUp(account, realmId, modules)
    const about = { subject: `account:${account.id}` as const, detail: { domain, brand: name } }
    for (const accountId of [actor.accountId, account.id].sort((a, b) => a - b))
      recordAudit(db, { accountId, ...about })
    const made = await findReseller(db, account.id)
    if (!made) throw new AppError('conflict', 'An account above this one does not sell the product itself')
    return present(made)
  }

  return {
    async page(query: { page: number; limit: number; search?: string | undefined }) {
      const { rows, total } = await pageOfResellers(db, query)
      return { data: rows.map(present), currentPage: query.page, pageSize: query.limit, total }
    },

    /**
     * Makes an account a reseller: a plan with white label, a realm for its customers, a site on its domain.
     * @throws AppError validation_failed, conflict when it is one already or somebody has the domain.
     */
    create(actor: Actor, wanted: NewReseller): Promise<Reseller> {
      return transaction(db, async () => make(actor, wanted, await accountOf(wanted))).catch((error) => {
        throw isUniqueViolation(error, 'site_domain')
          ? invalidField('domain', 'Another brand uses this domain')
          : error
      })
    },
  }
}

export type ResellersService = ReturnType<typeof createResellersService>
