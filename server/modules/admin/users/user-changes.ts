import type { AdminUserDetails, actOnUser, updateUser } from '#contract/admin/users.ts'
import { CLOSING_DAYS } from '#contract/core/constants.ts'
import type { ParsedInput } from '#contract/core/endpoint.ts'
import {
  checkNewPassword,
  effectiveModules,
  lockAccount,
  lockMember,
  ownersOf,
} from '#server/modules/accounts/accounts/index.ts'
import { fieldChanges } from '#server/modules/core/audit/index.ts'
import { hashPassword } from '#server/platform/crypto/password.ts'
import { isUniqueViolation, transaction } from '#server/platform/db/db.ts'
import { AppError, conflict, invalidField, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { maskEmail } from '#server/platform/text/mask-email.ts'
import {
  canChangeRole,
  canDeleteUser,
  canSuspendUser,
  changesRole,
  isStaffRole,
  namesRole,
  ownsAccount,
  roleProblem,
  staffRoleOf,
} from './user-policy.ts'
import type { UserView } from './users-reads.ts'
import { emailTaken, recordUser, type UserReads, type UsersDeps } from './users-service.ts'

type Changes = ParsedInput<typeof updateUser>['body']
type Action = ParsedInput<typeof actOnUser>['body']
/** The origin of a call. */
interface From {
  ip: string
  host: string
}

const DAY_MS = 24 * 60 * 60_000
const forbidden = () => new AppError('forbidden', 'You can’t do this to this person')

/** A person, locked until the transaction ends together with the account's other members. */
async function lockUserOf({ db }: UsersDeps, row: UserView) {
  await lockAccount(db, row.account_id)
  const user = await lockMember(db, row.account_id, row.id)
  if (!user) throw notFound('The user')
  return user
}
type LockedUser = Awaited<ReturnType<typeof lockUserOf>>

/** @throws AppError conflict where the account would have no owner. */
async function requireAnotherOwner({ db }: UsersDeps, user: LockedUser): Promise<void> {
  if (!ownsAccount(user)) return
  if (!(await ownersOf(db, user.account_id)).some(({ id }) => id !== user.id))
    throw conflict('Make someone else an owner first: every account needs one')
}

/** Changes names, sign-in data and rights of a person. */
export function createUserUpdate(deps: UsersDeps, { find, show }: UserReads) {
  const { db, accounts, sites } = deps

  async function checkRole(actor: Actor, user: LockedUser, row: UserView, body: Changes): Promise<void> {
    const role = body.role ?? user.role
    const problem = roleProblem(role, { isPlatform: row.parent_id === null, isMainUser: body.isMainUser })
    if (problem && namesRole(body)) throw invalidField(problem.field, problem.message)
    if (body.staff_role !== undefined && !isStaffRole(role))
      throw invalidField('staff_role', 'Only administrators have a staff role')
    if (!changesRole(user, body)) return
    if (!canChangeRole(actor, user)) throw conflict('You can’t change your own role. Ask another owner')
    const next = { role, staff_role: isStaffRole(role) ? (body.staff_role ?? staffRoleOf(user)) : null }
    if (!ownsAccount(next)) await requireAnotherOwner(deps, user)
  }

  function checkModules(row: UserView, modules: Changes['modules']): void {
    const missing = (modules ?? []).filter((slug) => !row.account_modules.includes(slug))
    if (missing.length > 0) throw invalidField('modules', `This account doesn’t have: ${missing.join(', ')}`)
  }

  /** Signs the person out everywhere, and notifies them of the changes. */
  async function announce(user: LockedUser, body: Changes, from: From): Promise<void> {
    const siteId = (await sites.ofRealm(user.realm_id))?.id ?? null
    if (body.password !== undefined) {
      await deps.sessions.revokeAll(user.id)
      await deps.sessions.apiKeys.revokeAll(user.id, user.account_id)
      await deps.profile.notifyPasswordChanged(user, siteId, from.ip)
    }
    if (body.email !== undefined && body.email !== user.email)
      await deps.mail.send({
        siteId,
        to: user.email,
        template: 'mail-changed',
        variables: { first_name: user.first_name, new_email_masked: maskEmail(body.email) },
        secrets: {},
        userId: user.id,
        accountId: user.account_id,
      })
  }

  const columnsOf = (user: LockedUser, body: Changes, passwordHash: string | null) => {
    const role = body.role ?? user.role
    const staff = isStaffRole(role) ? (body.staff_role ?? staffRoleOf(user) ?? 'support') : null
    const set = {
      first_name: body.first_name,
      last_name: body.last_name,
      email: body.email,
      access_to_wallet: body.accessToWallet,
      granted_modules: body.modules && effectiveModules(body.modules, null),
      ...(changesRole(user, body) && { role, staff_role: staff }),
      ...(passwordHash !== null && { password_hash: passwordHash }),
    }
    return Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined)) as Partial<
      typeof set
    >
  }

  /** @throws AppError not_found, conflict, validation_failed. */
  return async (actor: Actor, id: number, body: Changes, from: From): Promise<AdminUserDetails> => {
    if (body.password !== undefined) checkNewPassword(body.password, sites.passwordMinLength)
    const passwordHash = body.password === undefined ? null : await hashPassword(body.password)
    await transaction(db, async () => {
      const row = await find(id)
      const user = await lockUserOf(deps, row)
      await checkRole(actor, user, row, body)
      checkModules(row, body.modules)
      if (
        body.email &&
        body.email !== user.email.toLowerCase() &&
        (await accounts.isTaken(body.email, user.realm_id))
      )
        throw emailTaken()
      const set = columnsOf(user, body, passwordHash)
      if (Object.keys(set).length > 0) await accounts.updateUser(id, set)
      const { support_open_ai_api_key } = body
      if (support_open_ai_api_key !== undefined)
        await accounts.updateAccount(row.account_id, { support_open_ai_api_key })
      await announce(user, body, from)
      const before = { ...user, support_open_ai_api_key: row.support_open_ai_api_key }
      const after = { ...set, ...(support_open_ai_api_key !== undefined && { support_open_ai_api_key }) }
      recordUser(db, actor, user, { email: user.email, ...fieldChanges(before, after) })
    }).catch((error) => {
      throw isUniqueViolation(error, 'app_user_email') ? emailTaken() : error
    })
    return show(actor, id)
  }
}

const DONE: Record<Action['action'], string> = {
  suspend: 'User suspended',
  reactivate: 'User reactivated',
  end_sessions: 'Sessions ended',
  reset_second_factor: 'Two-factor authentication turned off',
}

/** Support actions on a person. */
export function createUserActions(deps: UsersDeps, { find, show }: UserReads) {
  const { db, accounts, sessions, secondFactor } = deps

  const act: Record<Action['action'], (user: LockedUser, row: UserView, from: From) => Promise<object>> = {
    async suspend(user, row) {
      if (user.state !== 'active' || row.is_deleted) throw conflict('This person isn’t active')
      await accounts.updateUser(user.id, { state: 'suspended' })
      await sessions.revokeAll(user.id)
      return fieldChanges({ state: user.state }, { state: 'suspended' })
    },
    async reactivate(user, row) {
      if (row.is_deleted) throw conflict('This person was deleted. Restore them instead')
      if (user.state !== 'suspended') throw conflict('This person isn’t suspended')
      await accounts.updateUser(user.id, { state: 'active' })
      return fieldChanges({ state: user.state }, { state: 'active' })
    },
    async end_sessions(user) {
      return { sessions: await sessions.revokeAll(user.id) }
    },
    async reset_second_factor(user, _row, from) {
      await secondFactor.reset(user, from)
      await sessions.revokeAll(user.id)
      return fieldChanges({ second_factor: true }, { second_factor: false })
    },
  }

  /** @throws AppError not_found, forbidden for staff, conflict. */
  return async (actor: Actor, id: number, { action, reason }: Action, from: From) => {
    await transaction(db, async () => {
      const row = await find(id)
      if (!canSuspendUser(actor, row)) throw forbidden()
      const user = await lockUserOf(deps, row)
      const done = await act[action](user, row, from)
      recordUser(db, actor, user, { action, reason, email: user.email, ...done })
    })
    return { data: await show(actor, id), message: DONE[action] }
  }
}

/** Deleting a person, with a period to restore them. */
export function createUserDeletion(deps: UsersDeps, { find, show, isOnlyOwner }: UserReads) {
  const { db, clock, accounts, sessions, subscriptions } = deps

  return {
    /** @throws AppError not_found, forbidden, conflict. */
    async remove(actor: Actor, id: number, reason: string) {
      const closesAccount = await transaction(db, async () => {
        const row = await find(id)
        if (!canDeleteUser(actor, row)) throw forbidden()
        const user = await lockUserOf(deps, row)
        if (row.is_deleted) throw conflict('This person is already deleted')
        const only = await isOnlyOwner(row)
        const delete_at = new Date(clock.now().getTime() + CLOSING_DAYS * DAY_MS)
        if (only) await subscriptions.change(actor, row.account_id, { action: 'close', reason })
        else {
          await requireAnotherOwner(deps, user)
          await accounts.updateUser(id, { state: 'suspended', delete_at })
          await sessions.revokeAll(id)
        }
        const closed = only && { account: row.account_name }
        const changes = fieldChanges({ delete_at: null }, { delete_at })
        recordUser(db, actor, user, { reason, email: user.email, ...closed, ...changes })
        return only
      })
      const message = closesAccount ? 'User deleted and account closed' : 'User deleted'
      return { data: await show(actor, id), message }
    },

    /** @throws AppError not_found, forbidden, conflict. */
    async restore(actor: Actor, id: number) {
      await transaction(db, async () => {
        const row = await find(id)
        if (!canDeleteUser(actor, row)) throw forbidden()
        const user = await lockUserOf(deps, row)
        if (!row.is_deleted) throw conflict('This person isn’t deleted')
        if (row.closed_at) await subscriptions.change(actor, row.account_id, { action: 'reopen' })
        if (user.delete_at) await accounts.updateUser(id, { state: 'active' })
        recordUser(db, actor, user, {
          email: user.email,
          ...fieldChanges({ delete_at: row.delete_at }, { delete_at: null }),
        })
      })
      return { data: await show(actor, id), message: 'User restored' }
    },
  }
}
