import type * as api from '#contract/admin/users.ts'
import { CLOSING_DAYS } from '#contract/core/constants.ts'
import type { ParsedInput } from '#contract/core/endpoint.ts'
import {
  checkNewPassword,
  effectiveModules,
  isEmailTaken,
  lockAccount,
  lockMember,
  selectOwners,
  updateAccount,
  updateUser,
} from '#server/modules/accounts/accounts/index.ts'
import { changeSubscription } from '#server/modules/accounts/subscriptions/index.ts'
import { sendMail } from '#server/modules/branding/mail/index.ts'
import { findSiteOfRealm } from '#server/modules/branding/sites/index.ts'
import { fieldChanges } from '#server/modules/core/audit/index.ts'
import { notifyPasswordChanged } from '#server/modules/identity/profile/index.ts'
import { resetSecondFactor } from '#server/modules/identity/second-factor/index.ts'
import { revokeAllApiKeys, revokeAllSessions } from '#server/modules/identity/sessions/index.ts'
import type { Context } from '#server/platform/context.ts'
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
  findStaffRole,
  isStaffRole,
  namesRole,
  ownsAccount,
  roleProblem,
} from './user-policy.ts'
import { emailTaken, findUserRow, isOnlyOwner, recordUser, showUserOfAdmin } from './users.ts'
import type { UserView } from './users-reads.ts'

type Changes = ParsedInput<typeof api.updateUser>['body']
type Action = ParsedInput<typeof api.actOnUser>['body']
/** The origin of a call. */
interface From {
  ip: string
  host: string
}

const DAY_MS = 24 * 60 * 60_000
const forbidden = () => new AppError('forbidden', 'You can’t do this to this person')

/** A person, locked until the transaction ends together with the account's other members. */
async function lockUser(ctx: Context, row: UserView) {
  await lockAccount(ctx.db, row.account_id)
  const user = await lockMember(ctx.db, row.account_id, row.id)
  if (!user) throw notFound('The user')
  return user
}
type LockedUser = Awaited<ReturnType<typeof lockUser>>

/** @throws AppError conflict where the account would have no owner. */
async function requireAnotherOwner(ctx: Context, user: LockedUser): Promise<void> {
  if (!ownsAccount(user)) return
  if (!(await selectOwners(ctx.db, user.account_id)).some(({ id }) => id !== user.id))
    throw conflict('Make someone else an owner first: every account needs one')
}

async function checkRole(
  ctx: Context,
  actor: Actor,
  user: LockedUser,
  row: UserView,
  body: Changes,
): Promise<void> {
  const role = body.role ?? user.role
  const problem = roleProblem(role, { isPlatform: row.parent_id === null, isMainUser: body.isMainUser })
  if (problem && namesRole(body)) throw invalidField(problem.field, problem.message)
  if (body.staff_role !== undefined && !isStaffRole(role))
    throw invalidField('staff_role', 'Only administrators have a staff role')
  if (!changesRole(user, body)) return
  if (!canChangeRole(actor, user)) throw conflict('You can’t change your own role. Ask another owner')
  const next = { role, staff_role: isStaffRole(role) ? (body.staff_role ?? findStaffRole(user)) : null }
  if (!ownsAccount(next)) await requireAnotherOwner(ctx, user)
}

function checkModules(row: UserView, modules: Changes['modules']): void {
  const missing = (modules ?? []).filter((slug) => !row.account_modules.includes(slug))
  if (missing.length > 0) throw invalidField('modules', `This account doesn’t have: ${missing.join(', ')}`)
}

/** Signs the person out everywhere, and notifies them of the changes. */
async function endAccessAndNotify(ctx: Context, user: LockedUser, body: Changes, from: From): Promise<void> {
  const siteId = (await findSiteOfRealm(ctx, user.realm_id))?.id ?? null
  if (body.password !== undefined) {
    await revokeAllSessions(ctx, user.id)
    await revokeAllApiKeys(ctx, user.id, user.account_id)
    await notifyPasswordChanged(ctx, user, siteId, from.ip)
  }
  if (body.email !== undefined && body.email !== user.email)
    await sendMail(ctx, {
      siteId,
      to: user.email,
      template: 'mail-changed',
      variables: { first_name: user.first_name, new_email_masked: maskEmail(body.email) },
      secrets: {},
      userId: user.id,
      accountId: user.account_id,
    })
}

function makeColumns(user: LockedUser, body: Changes, passwordHash: string | null) {
  const role = body.role ?? user.role
  const staff = isStaffRole(role) ? (body.staff_role ?? findStaffRole(user) ?? 'support') : null
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

/** Changes names, sign-in data and rights of a person. */
export async function updateUserByAdmin(
  ctx: Context,
  actor: Actor,
  id: number,
  body: Changes,
  from: From,
): Promise<api.AdminUserDetails> {
  if (body.password !== undefined) checkNewPassword(body.password, ctx.site.passwordMinLength)
  const passwordHash = body.password === undefined ? null : await hashPassword(body.password)
  await transaction(ctx.db, async () => {
    const row = await findUserRow(ctx, id)
    const user = await lockUser(ctx, row)
    await checkRole(ctx, actor, user, row, body)
    checkModules(row, body.modules)
    if (
      body.email &&
      body.email !== user.email.toLowerCase() &&
      (await isEmailTaken(ctx, body.email, user.realm_id))
    )
      throw emailTaken()
    const set = makeColumns(user, body, passwordHash)
    if (Object.keys(set).length > 0) await updateUser(ctx, id, set)
    const { support_open_ai_api_key } = body
    if (support_open_ai_api_key !== undefined)
      await updateAccount(ctx, row.account_id, { support_open_ai_api_key })
    await endAccessAndNotify(ctx, user, body, from)
    const before = { ...user, support_open_ai_api_key: row.support_open_ai_api_key }
    const after = { ...set, ...(support_open_ai_api_key !== undefined && { support_open_ai_api_key }) }
    recordUser(ctx.db, actor, user, { email: user.email, ...fieldChanges(before, after) })
  }).catch((error) => {
    throw isUniqueViolation(error, 'app_user_email') ? emailTaken() : error
  })
  return showUserOfAdmin(ctx, actor, id)
}

const DONE: Record<Action['action'], string> = {
  suspend: 'User suspended',
  reactivate: 'User reactivated',
  end_sessions: 'Sessions ended',
  reset_second_factor: 'Two-factor authentication turned off',
}

type Act = (ctx: Context, user: LockedUser, row: UserView, from: From) => Promise<object>

/** What each action does, and the details of its audit entry. */
const ACTIONS: Record<Action['action'], Act> = {
  async suspend(ctx, user, row) {
    if (user.state !== 'active' || row.is_deleted) throw conflict('This person isn’t active')
    await updateUser(ctx, user.id, { state: 'suspended' })
    await revokeAllSessions(ctx, user.id)
    return fieldChanges({ state: user.state }, { state: 'suspended' })
  },
  async reactivate(ctx, user, row) {
    if (row.is_deleted) throw conflict('This person was deleted. Restore them instead')
    if (user.state !== 'suspended') throw conflict('This person isn’t suspended')
    await updateUser(ctx, user.id, { state: 'active' })
    return fieldChanges({ state: user.state }, { state: 'active' })
  },
  async end_sessions(ctx, user) {
    return { sessions: await revokeAllSessions(ctx, user.id) }
  },
  async reset_second_factor(ctx, user, _row, from) {
    await resetSecondFactor(ctx, user, from)
    await revokeAllSessions(ctx, user.id)
    return fieldChanges({ second_factor: true }, { second_factor: false })
  },
}

/** Support actions on a person. @throws AppError not_found, forbidden for staff, conflict. */
export async function actOnUser(
  ctx: Context,
  actor: Actor,
  id: number,
  { action, reason }: Action,
  from: From,
) {
  await transaction(ctx.db, async () => {
    const row = await findUserRow(ctx, id)
    if (!canSuspendUser(actor, row)) throw forbidden()
    const user = await lockUser(ctx, row)
    const done = await ACTIONS[action](ctx, user, row, from)
    recordUser(ctx.db, actor, user, { action, reason, email: user.email, ...done })
  })
  return { data: await showUserOfAdmin(ctx, actor, id), message: DONE[action] }
}

/** @throws AppError not_found, forbidden, conflict. */
export async function removeUser(ctx: Context, actor: Actor, id: number, reason: string) {
  const closesAccount = await transaction(ctx.db, async () => {
    const row = await findUserRow(ctx, id)
    if (!canDeleteUser(actor, row)) throw forbidden()
    const user = await lockUser(ctx, row)
    if (row.is_deleted) throw conflict('This person is already deleted')
    const only = await isOnlyOwner(ctx, row)
    const delete_at = new Date(ctx.clock.now().getTime() + CLOSING_DAYS * DAY_MS)
    if (only) await changeSubscription(ctx, actor, row.account_id, { action: 'close', reason })
    else {
      await requireAnotherOwner(ctx, user)
      await updateUser(ctx, id, { state: 'suspended', delete_at })
      await revokeAllSessions(ctx, id)
    }
    const closed = only && { account: row.account_name }
    const changes = fieldChanges({ delete_at: null }, { delete_at })
    recordUser(ctx.db, actor, user, { reason, email: user.email, ...closed, ...changes })
    return only
  })
  const message = closesAccount ? 'User deleted and account closed' : 'User deleted'
  return { data: await showUserOfAdmin(ctx, actor, id), message }
}

/** @throws AppError not_found, forbidden, conflict. */
export async function restoreUser(ctx: Context, actor: Actor, id: number) {
  await transaction(ctx.db, async () => {
    const row = await findUserRow(ctx, id)
    if (!canDeleteUser(actor, row)) throw forbidden()
    const user = await lockUser(ctx, row)
    if (!row.is_deleted) throw conflict('This person isn’t deleted')
    if (row.closed_at) await changeSubscription(ctx, actor, row.account_id, { action: 'reopen' })
    if (user.delete_at) await updateUser(ctx, id, { state: 'active' })
    recordUser(ctx.db, actor, user, {
      email: user.email,
      ...fieldChanges({ delete_at: row.delete_at }, { delete_at: null }),
    })
  })
  return { data: await showUserOfAdmin(ctx, actor, id), message: 'User restored' }
}
