import type * as api from '#contract/admin/users.ts'
import type { ParsedInput } from '#contract/core/endpoint.ts'
import {
  checkNewPassword,
  createAccount,
  createUser,
  findAccount,
  findSignUpPlan,
  isEmailTaken,
  updateAccount,
} from '#server/modules/accounts/accounts/index.ts'
import { publishedVersion, requireSeats } from '#server/modules/accounts/plans/index.ts'
import { fieldChanges } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { hashPassword } from '#server/platform/crypto/password.ts'
import { isUniqueViolation, transaction } from '#server/platform/db/db.ts'
import { conflict, invalidField, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { isStaffRole, ownsAccount, roleProblem } from './user-policy.ts'
import { emailTaken, recordUser, showUserOfAdmin } from './users.ts'

type NewUser = ParsedInput<typeof api.createUser>['body']

/** A new account's plan: the chosen one, else the sign-up plan. */
async function choosePlan(ctx: Context, packageId: number | undefined): Promise<number> {
  if (packageId === undefined) {
    const plan = await findSignUpPlan(ctx, null)
    if (!plan) throw invalidField('package_id', 'Choose a plan: nobody can register without one')
    return plan.planVersionId
  }
  const version = await publishedVersion(ctx.db, packageId)
  if (!version || version.modules.includes('admin'))
    throw invalidField('package_id', 'Choose one of the published plans')
  return version.id
}

async function openAccount(ctx: Context, actor: Actor, body: NewUser) {
  const name = body.company || `${body.first_name} ${body.last_name}`.trim()
  const planVersionId = await choosePlan(ctx, body.package_id)
  return createAccount(ctx, { parentId: actor.accountId, name, planVersionId })
}

/** @throws AppError validation_failed where a member has no account to join. */
async function findOrOpenAccount(ctx: Context, actor: Actor, body: NewUser) {
  const id = isStaffRole(body.role) ? actor.accountId : body.account_id
  if (id === undefined) {
    if (ownsAccount({ role: body.role, staff_role: null })) return openAccount(ctx, actor, body)
    throw invalidField('account_id', 'Choose the account that the person joins')
  }
  const account = await findAccount(ctx, id)
  if (!account || account.deleted_at) throw notFound('The account')
  if (account.closed_at) throw conflict('This account is closed. Restore it before you add people')
  return account
}

/** Adds people with a password: to a new account, an existing one, or the staff. */
export async function createUserByAdmin(
  ctx: Context,
  actor: Actor,
  body: NewUser,
): Promise<api.AdminUserDetails> {
  checkNewPassword(body.password, ctx.site.passwordMinLength)
  const passwordHash = await hashPassword(body.password)
  const id = await transaction(ctx.db, async () => {
    const account = await findOrOpenAccount(ctx, actor, body)
    const problem = roleProblem(body.role, {
      isPlatform: account.parent_id === null,
      isMainUser: body.isMainUser,
    })
    if (problem) throw invalidField(problem.field, problem.message)
    if (await isEmailTaken(ctx, body.email, account.realm_id)) throw emailTaken()
    const user = await createUser(ctx, account.id, {
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
    await requireSeats(ctx.db, account.id)
    const { support_open_ai_api_key } = body
    if (support_open_ai_api_key !== undefined)
      await updateAccount(ctx, account.id, { support_open_ai_api_key })
    const { password: _password, ...facts } = body
    recordUser(ctx.db, actor, user, { email: body.email, ...fieldChanges(null, facts) })
    return user.id
  }).catch((error) => {
    throw isUniqueViolation(error, 'app_user_email') ? emailTaken() : error
  })
  return showUserOfAdmin(ctx, actor, id)
}
