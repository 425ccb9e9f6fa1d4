import {
  ACCOUNT_SETTING_NAMES,
  ACCOUNT_SETTINGS,
  type AccountSettingName,
} from '#contract/accounts/account-settings.ts'
import type { HourCycle, LocaleId } from '#contract/core/locales.ts'
import type { User } from '#contract/identity/user.ts'
import {
  checkNewPassword,
  findAccount,
  findUser,
  requirePassword,
  type UserRow,
  updateAccount,
  updateUser,
} from '#server/modules/accounts/accounts/index.ts'
import { isModelSupported } from '#server/modules/accounts/plans/index.ts'
import { describeAccess } from '#server/modules/accounts/subscriptions/index.ts'
import { findTermsToAccept } from '#server/modules/accounts/terms/index.ts'
import { findModelKey, formatMask } from '#server/modules/ai/models/index.ts'
import { sendMail } from '#server/modules/branding/mail/index.ts'
import {
  findBrand,
  findChatKey,
  findSenderSite,
  findSiteOfHost,
} from '#server/modules/branding/sites/index.ts'
import { fieldChanges, recordAudit } from '#server/modules/core/audit/index.ts'
import { dropCodes } from '#server/modules/core/one-time-codes/index.ts'
import { hasSecondFactor } from '#server/modules/identity/second-factor/index.ts'
import { revokeAllSessions, showActing } from '#server/modules/identity/sessions/index.ts'
import { findCustomFields, presentCustomField } from '#server/modules/leads/custom-fields/index.ts'
import type { Context } from '#server/platform/context.ts'
import { hashPassword } from '#server/platform/crypto/password.ts'
import { transaction } from '#server/platform/db/db.ts'
import { AppError, conflict, invalidField, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { can } from '#server/platform/http/capabilities.ts'
import { isTimeZone } from '#server/platform/text/time-zone.ts'
import { presentUser } from './present-user.ts'

/** Where a call comes from. */
export interface From {
  ip: string
  host: string
  userAgent: string
}

export async function showUser(
  ctx: Context,
  userId: number,
  siteId: number | null,
  actor: Actor | null = null,
): Promise<User> {
  const user = await findUser(ctx, userId)
  const account = user && (await findAccount(ctx, user.account_id))
  if (!user || !account) throw notFound('The user')
  const key = await findModelKey(ctx.db, account.id)
  return presentUser(user, account, {
    identity: (await findChatKey(ctx, siteId)) ?? { key: ctx.secretKey, subject: 'id' },
    secondFactor: await hasSecondFactor(ctx, user.id),
    termsToAccept: await findTermsToAccept(ctx, user.id, siteId),
    modelKey: key ? formatMask(key) : null,
    customFields: (await findCustomFields(ctx.db, account.id)).map(presentCustomField),
    actor,
    acting: actor ? await showActing(ctx, actor) : null,
    accessMessage: await describeAccess(ctx.db, account, ctx.clock.now()),
    modelSupported: await isModelSupported(ctx.db, account.id),
  })
}

export async function notifyPasswordChanged(ctx: Context, user: UserRow, siteId: number | null, ip: string) {
  const brand = await findBrand(ctx, siteId)
  await sendMail(ctx, {
    siteId,
    to: user.email,
    template: 'password-changed',
    variables: { first_name: user.first_name, when: ctx.clock.now().toISOString(), ip },
    secrets: { reset_link: `${brand.url}/forgot-password` },
    userId: user.id,
    accountId: user.account_id,
  })
}

/** Profile fields by their name in a change. */
async function findOwnFields(ctx: Context, { userId, accountId }: Actor) {
  const [user, account] = [await findUser(ctx, userId), await findAccount(ctx, accountId)]
  return {
    ...user,
    own_time_zone: user?.time_zone,
    ...Object.fromEntries(
      ACCOUNT_SETTING_NAMES.map((name) => [name, account?.[ACCOUNT_SETTINGS[name].column]]),
    ),
  }
}

export async function showProfile(ctx: Context, actor: Actor, host: string): Promise<User> {
  return showUser(ctx, actor.userId, (await findSiteOfHost(ctx, host))?.id ?? null, actor)
}

/** @throws AppError forbidden when a member changes the account's fields. */
export async function updateProfile(
  ctx: Context,
  actor: Actor,
  from: From,
  body: { [Name in AccountSettingName]?: string | undefined } & {
    first_name?: string
    last_name?: string
    own_time_zone?: string | null
    locale?: LocaleId | null
    hour_cycle?: HourCycle | null
  },
): Promise<User> {
  const changed = ACCOUNT_SETTING_NAMES.filter((name) => body[name] !== undefined)
  const ofAccount = Object.fromEntries(changed.map((name) => [ACCOUNT_SETTINGS[name].column, body[name]]))
  const ofUser = {
    ...(body.first_name !== undefined && { first_name: body.first_name }),
    ...(body.last_name !== undefined && { last_name: body.last_name }),
    ...(body.own_time_zone !== undefined && { time_zone: body.own_time_zone }),
    ...(body.locale !== undefined && { locale: body.locale }),
    ...(body.hour_cycle !== undefined && { hour_cycle: body.hour_cycle }),
  }
  if (changed.length > 0 && !can(actor, 'manage_account'))
    throw new AppError('forbidden', 'Only the owner can change the account’s settings')
  const zones = changed.filter((name) => ACCOUNT_SETTINGS[name].input === 'time-zone')
  for (const field of [...zones, 'own_time_zone'] as const) {
    const zone = body[field]
    if (zone != null && !isTimeZone(zone))
      throw invalidField(field, 'Unknown time zone. Choose one such as Europe/Oslo')
  }
  await transaction(ctx.db, async () => {
    const before = await findOwnFields(ctx, actor)
    if (Object.keys(ofUser).length > 0) await updateUser(ctx, actor.userId, ofUser)
    if (changed.length > 0) await updateAccount(ctx, actor.accountId, ofAccount)
    recordAudit(ctx.db, { accountId: actor.accountId, detail: fieldChanges(before, body) })
  })
  return showProfile(ctx, actor, from.host)
}

/** Changes their own password and ends every other session. @returns how many sessions ended. */
export async function changePassword(
  ctx: Context,
  actor: Actor,
  from: From,
  body: { current_password: string; password: string },
): Promise<number> {
  checkNewPassword(body.password, ctx.site.passwordMinLength)
  const user = await findUser(ctx, actor.userId)
  if (!user) throw notFound('The user')
  if (!user.password_hash) throw conflict('You don’t have a password yet. Set one with "Forgot password"')
  await requirePassword(ctx, user.id, body.current_password, 'current_password')
  const password_hash = await hashPassword(body.password)
  const site = await findSenderSite(ctx, user.realm_id, from.host)
  return transaction(ctx.db, async () => {
    await updateUser(ctx, user.id, { password_hash })
    await dropCodes(ctx, user.id, ['reset_password', 'reset_token', 'second_factor'])
    await notifyPasswordChanged(ctx, user, site?.id ?? null, from.ip)
    recordAudit(ctx.db, { accountId: actor.accountId })
    const currentSessionId = actor.credential.kind === 'session' ? actor.credential.id : null
    return revokeAllSessions(ctx, user.id, currentSessionId)
  })
}
