import {
  ACCOUNT_SETTING_NAMES,
  ACCOUNT_SETTINGS,
  type AccountSettingName,
} from '#contract/accounts/account-settings.ts'
import type { HourCycle, LocaleId } from '#contract/core/locales.ts'
import type { User } from '#contract/identity/user.ts'
import { findAccount, findUser, updateAccount, updateUser } from '#server/modules/accounts/accounts/index.ts'
import { fieldChanges, recordAudit } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { AppError, invalidField } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { can } from '#server/platform/http/capabilities.ts'
import { isTimeZone } from '#server/platform/text/time-zone.ts'
import { type From, showProfile } from './show-profile.ts'

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
