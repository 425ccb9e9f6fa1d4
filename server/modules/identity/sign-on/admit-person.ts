import {
  createUser,
  findUser,
  findUsersByEmail,
  lockAccount,
  lockMember,
  selectOwners,
  type UserRow,
  updateUser,
} from '#server/modules/accounts/accounts/index.ts'
import { requireSeats } from '#server/modules/accounts/plans/index.ts'
import { sendMail } from '#server/modules/branding/mail/index.ts'
import type { FoundSignOn } from '#server/modules/branding/sites/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { findIdentityUsers, type IdentityKey, linkIdentity } from '#server/modules/identity/auth/index.ts'
import type { Context } from '#server/platform/context.ts'
import { isUniqueViolation, transaction } from '#server/platform/db/db.ts'
import { AppError, conflict, notFound } from '#server/platform/errors.ts'
import { isAdministrator } from '#server/platform/http/actor.ts'
import type { SignOnPerson } from '#server/providers/sign-on/index.ts'
import { type Grant, isAllowedAddress, readGrant } from './read-grant.ts'

const refuse = (message: string) => new AppError('social_rejected', message)

/** A subject is unique at its issuer; another client of it is another site, which decides for itself. */
const makeKey = ({ settings }: FoundSignOn, { subject }: SignOnPerson): IdentityKey => ({
  provider: 'openid',
  clientId: `${settings.issuer} ${settings.client_id}`,
  subject,
})

interface Admission {
  ctx: Context
  found: FoundSignOn
  account: { id: number; realm_id: number }
  person: SignOnPerson & { email: string }
  key: IdentityKey
  grant: Grant
}

/** The member of the site's account that this person was joined with before. */
async function findJoined({ ctx, account, key }: Admission): Promise<UserRow | undefined> {
  const ids = await findIdentityUsers(ctx.db, key, [account.realm_id])
  const users = await Promise.all(ids.map((id) => findUser(ctx, id)))
  const user = users.find((row) => row?.account_id === account.id && row.state !== 'removed')
  if (user?.state === 'suspended')
    throw refuse('You’re suspended. An owner of the account can reactivate you')
  return user
}

/** Joins a member who has the verified address, if the site allows it, and tells them. */
async function joinMember({ ctx, found, account, person, key }: Admission): Promise<UserRow | undefined> {
  const users = await findUsersByEmail(ctx, person.email, account.realm_id)
  const user = users.find((row) => row.account_id === account.id)
  if (!user) return undefined
  if (!found.settings.join_existing)
    throw refuse('Someone with this email is in the account already. Ask an owner to allow joining people')
  await linkIdentity(ctx.db, { ...key, userId: user.id, realmId: account.realm_id, email: person.email })
  const detail = { provider: found.settings.label, email: person.email }
  recordAudit(ctx.db, { accountId: account.id, userId: user.id, action: 'identity.linked', detail })
  await sendMail(ctx, {
    siteId: found.site.id,
    to: user.email,
    template: 'social-linked',
    variables: { first_name: user.first_name, provider: found.settings.label },
    secrets: {},
    userId: user.id,
    accountId: account.id,
  })
  return user
}

async function addMember({ ctx, found, account, person, key, grant }: Admission): Promise<UserRow> {
  if (!found.settings.create_people)
    throw refuse('You aren’t in this account yet. Ask an owner to invite you')
  const user = await createUser(ctx, account.id, {
    email: person.email,
    firstName: person.firstName,
    lastName: person.lastName,
    confirmed: true,
    role: grant.role,
    grantedModules: grant.modules,
  })
  await requireSeats(ctx.db, account.id)
  await linkIdentity(ctx.db, { ...key, userId: user.id, realmId: account.realm_id, email: person.email })
  const detail = { email: person.email, role: grant.role, modules: grant.modules, by: found.settings.label }
  recordAudit(ctx.db, { accountId: account.id, userId: user.id, action: 'member.added', detail })
  return user
}

/** Groups decide at each sign-in. The last owner stays one, and administrators are not the provider's to make. */
async function applyGrant({ ctx, found, account, grant }: Admission, user: UserRow): Promise<void> {
  if (found.settings.groups.length === 0 || isAdministrator(user)) return
  const owners = await selectOwners(ctx.db, account.id)
  const isLastOwner = owners.length === 1 && owners[0]?.id === user.id
  const role = isLastOwner ? user.role : grant.role
  const before = { role: user.role, modules: user.granted_modules }
  const after = { role, modules: grant.modules }
  if (JSON.stringify(before) === JSON.stringify(after)) return
  await updateUser(ctx, user.id, { role, granted_modules: grant.modules })
  recordAudit(ctx.db, {
    accountId: account.id,
    userId: user.id,
    action: 'member.changed',
    subject: `user:${user.id}`,
    detail: { before, after, by: found.settings.label },
  })
}

/**
 * The member of the site's account whom the provider has confirmed: known by the provider's id, joined by the verified
 * address, or added.
 * @throws AppError social_rejected, conflict
 */
export async function admitPerson(ctx: Context, found: FoundSignOn, person: SignOnPerson): Promise<UserRow> {
  const { email } = person
  if (!email) throw refuse('The provider gave no verified email address for you')
  if (!isAllowedAddress(found.settings, email)) throw refuse('Addresses of this domain can’t sign in here')
  const grant = readGrant(found.settings, person.groups)
  if (!grant) throw refuse('You’re in no group at the provider that may sign in here')
  return transaction(ctx.db, async () => {
    const account = await lockAccount(ctx.db, found.site.account_id)
    if (!account) throw notFound('The account')
    const admission = {
      ctx,
      found,
      account,
      person: { ...person, email },
      key: makeKey(found, person),
      grant,
    }
    const known = (await findJoined(admission)) ?? (await joinMember(admission))
    if (!known)
      return addMember(admission).catch((error) => {
        throw isUniqueViolation(error)
          ? conflict('This email belongs to another account here. Ask its owner or support')
          : error
      })
    await applyGrant(admission, known)
    return (await lockMember(ctx.db, account.id, known.id)) as UserRow
  })
}
