import type { AdminUserDetails, adminUsers, createUser } from '#contract/admin/users.ts'
import type { ParsedInput } from '#contract/core/endpoint.ts'
import { type AccountsService, checkNewPassword, ownersOf } from '#server/modules/accounts/accounts/index.ts'
import { publishedVersion, requireSeats } from '#server/modules/accounts/plans/index.ts'
import type { SubscriptionsService } from '#server/modules/accounts/subscriptions/index.ts'
import type { Wallet } from '#server/modules/accounts/wallet/index.ts'
import type { MailService } from '#server/modules/branding/mail/index.ts'
import type { SitesService } from '#server/modules/branding/sites/index.ts'
import { fieldChanges, recordAudit } from '#server/modules/core/audit/index.ts'
import type { ProfileService } from '#server/modules/identity/profile/index.ts'
import type { SecondFactorService } from '#server/modules/identity/second-factor/index.ts'
import type { SessionsService } from '#server/modules/identity/sessions/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import { hashPassword } from '#server/platform/crypto/password.ts'
import { type Db, isUniqueViolation, transaction } from '#server/platform/db/db.ts'
import { conflict, invalidField, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { presentUser } from './present-user.ts'
import {
  canChangeRole,
  canDeleteUser,
  canEditUser,
  canSuspendUser,
  isStaffRole,
  ownsAccount,
  roleProblem,
} from './user-policy.ts'
import { findUserView, packageOf, pageOfUsers, type UserView } from './users-reads.ts'

export interface UsersDeps {
  db: Db
  clock: Clock
  accounts: AccountsService
  subscriptions: Pick<SubscriptionsService, 'change'>
  wallet: Pick<Wallet, 'balance'>
  sessions: Pick<SessionsService, 'listOf' | 'revokeAll' | 'apiKeys'>
  secondFactor: Pick<SecondFactorService, 'usersWith' | 'reset'>
  profile: Pick<ProfileService, 'notifyPasswordChanged'>
  mail: Pick<MailService, 'send'>
  sites: Pick<SitesService, 'ofRealm' | 'passwordMinLength'>
}

type NewUser = ParsedInput<typeof createUser>['body']

/** In the logs of the actor's and the person's account, locked in order of their ids. */
export function recordUser(
  db: Db,
  actor: Actor,
  user: { id: number; account_id: number },
  detail: Record<string, unknown>,
): void {
  for (const accountId of [...new Set([actor.accountId, user.account_id])].sort((a, b) => a - b))
    recordAudit(db, { accountId, subject: `user:${user.id}`, detail })
}

export const emailTaken = () =>
  conflict('Someone with this email already exists', {
    fields: { email: 'Someone with this email already exists' },
  })

export function createUserReads({ db, wallet, sessions, secondFactor }: UsersDeps) {
  async function find(id: number): Promise<UserView> {
    const row = await findUserView(db, id)
    if (!row) throw notFound('The user')
    return row
  }

  const isOnlyOwner = async (row: UserView): Promise<boolean> =>
    row.parent_id !== null &&
    ownsAccount(row) &&
    !(await ownersOf(db, row.account_id)).some((owner) => owner.id !== row.id)

  async function show(actor: Actor, id: number): Promise<AdminUserDetails> {
    const row = await find(id)
    const { available, reserved, spent } = await wallet.balance(row.account_id)
    return {
      ...presentUser(row, (await secondFactor.usersWith([id])).has(id)),
      support_open_ai_api_key: row.support_open_ai_api_key,
      account_modules: row.account_modules as AdminUserDetails['account_modules'],
      package: await packageOf(db, row.account_id),
      only_owner: await isOnlyOwner(row),
      balance: { available, reserved, spent },
      sessions: await sessions.listOf(id),
      can: {
        edit: canEditUser(actor, row),
        change_role: canChangeRole(actor, row),
        suspend: canSuspendUser(actor, row),
        delete: canDeleteUser(actor, row),
      },
    }
  }

  async function page(query: ParsedInput<typeof adminUsers>['query']) {
    const { rows, total } = await pageOfUsers(db, query)
    const withFactor = await secondFactor.usersWith(rows.map(({ id }) => id))
    const data = rows.map((row) => presentUser(row, withFactor.has(row.id)))
    return { data, currentPage: query.page, pageSize: query.limit, total }
  }

  return { find, isOnlyOwner, show, page }
}
export type UserReads = ReturnType<typeof createUserReads>

/** Adds people with a password: to a new account, an existing one, or the staff. */
export function createUserCreation(deps: UsersDeps, { show }: UserReads) {
  const { db, accounts, sites } = deps

  /** A new account's plan: the chosen one, else the sign-up plan. */
  async function planFor(packageId: number | undefined): Promise<number> {
    if (packageId === undefined) {
      const plan = await accounts.signUpPlan(null)
      if (!plan) throw invalidField('package_id', 'Choose a plan: nobody can register without one')
      return plan.planVersionId
    }
    const version = await publishedVersion(db, packageId)
    if (!version || version.modules.includes('admin'))
      throw invalidField('package_id', 'Choose one of the published plans')
    return version.id
  }

  async function openAccount(actor: Actor, body: NewUser) {
    const name = body.company || `${body.first_name} ${body.last_name}`.trim()
    const planVersionId = await planFor(body.package_id)
    return accounts.createAccount({ parentId: actor.accountId, name, planVersionId })
  }

  /** @throws AppError validation_failed where a member has no account to join. */
  async function accountFor(actor: Actor, body: NewUser) {
    const id = isStaffRole(body.role) ? actor.accountId : body.account_id
    if (id === undefined) {
      if (ownsAccount({ role: body.role, staff_role: null })) return openAccount(actor, body)
      throw invalidField('account_id', 'Choose the account that the person joins')
    }
    const account = await accounts.findAccount(id)
    if (!account || account.deleted_at) throw notFound('The account')
    if (account.closed_at) throw conflict('This account is closed. Restore it before you add people')
    return account
  }

  return async (actor: Actor, body: NewUser): Promise<AdminUserDetails> => {
    checkNewPassword(body.password, sites.passwordMinLength)
    const passwordHash = await hashPassword(body.password)
    const id = await transaction(db, async () => {
      const account = await accountFor(actor, body)
      const problem = roleProblem(body.role, {
        isPlatform: account.parent_id === null,
        isMainUser: body.isMainUser,
      })
      if (problem) throw invalidField(problem.field, problem.message)
      if (await accounts.isTaken(body.email, account.realm_id)) throw emailTaken()
      const user = await accounts.createUser(account.id, {
        email: body.email,
        passwordHash,
        firstName: body.first_name,
        lastName: body.last_name,
        role: body.role,
        ...(isStaffRole(body.role) && { staffRole: body.staff_role ?? 'support' }),
        grantedModules: body.modules,
        accessToWallet: body.accessToWallet,
        confirmed: true,
      })
      await requireSeats(db, account.id)
      const { support_open_ai_api_key } = body
      if (support_open_ai_api_key !== undefined)
        await accounts.updateAccount(account.id, { support_open_ai_api_key })
      const { password: _password, ...facts } = body
      recordUser(db, actor, user, { email: body.email, ...fieldChanges(null, facts) })
      return user.id
    }).catch((error) => {
      throw isUniqueViolation(error, 'app_user_email') ? emailTaken() : error
    })
    return show(actor, id)
  }
}
