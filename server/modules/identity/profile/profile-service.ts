import type { HourCycle, LocaleId } from '#contract/core/locales.ts'
import type { User } from '#contract/identity/user.ts'
import {
  type AccountsService,
  checkNewPassword,
  type UserRow,
} from '#server/modules/accounts/accounts/index.ts'
import { isModelSupported } from '#server/modules/accounts/plans/index.ts'
import { describeAccess } from '#server/modules/accounts/subscriptions/index.ts'
import type { TermsService } from '#server/modules/accounts/terms/index.ts'
import { findModelKey, maskOf } from '#server/modules/ai/models/index.ts'
import type { MailService } from '#server/modules/branding/mail/index.ts'
import type { SitesService } from '#server/modules/branding/sites/index.ts'
import { fieldChanges, recordAudit } from '#server/modules/core/audit/index.ts'
import type { OneTimeCodesService } from '#server/modules/core/one-time-codes/index.ts'
import type { SecondFactorService } from '#server/modules/identity/second-factor/index.ts'
import type { ActingService, SessionsService } from '#server/modules/identity/sessions/index.ts'
import { findCustomFields, presentCustomField } from '#server/modules/leads/custom-fields/index.ts'
import { systemClock } from '#server/platform/clock.ts'
import { hashPassword } from '#server/platform/crypto/password.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { AppError, conflict, invalidField, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { can } from '#server/platform/http/capabilities.ts'
import type { RateLimit } from '#server/platform/http/rate-limit.ts'
import { isTimeZone } from '#server/platform/text/time-zone.ts'
import { presentUser } from './present-user.ts'

export interface ProfileDeps {
  db: Db
  accounts: AccountsService
  sites: SitesService
  sessions: SessionsService
  acting: Pick<ActingService, 'current'>
  secondFactor: Pick<SecondFactorService, 'isEnabled'>
  terms: Pick<TermsService, 'toAccept'>
  mail: Pick<MailService, 'send'>
  oneTimeCodes: OneTimeCodesService
  /** Mails per user for changing an address. */
  mailChanges: RateLimit
  /** Key of the chat identity hash. */
  identityKey: string
}

/** Where a call comes from. */
export interface From {
  ip: string
  host: string
  userAgent: string
}

/** The person's profile and password. Changing the address is in mail-change.ts. */
export function createProfileService(deps: ProfileDeps) {
  const { db, accounts, sites } = deps

  async function userReply(userId: number, siteId: number | null, actor: Actor | null = null): Promise<User> {
    const user = await accounts.findUser(userId)
    const account = user && (await accounts.findAccount(user.account_id))
    if (!user || !account) throw notFound('The user')
    const key = await findModelKey(db, account.id)
    return presentUser(user, account, {
      identity: (await sites.chatKeyOf(siteId)) ?? { key: deps.identityKey, subject: 'id' },
      secondFactor: await deps.secondFactor.isEnabled(user.id),
      termsToAccept: await deps.terms.toAccept(user.id, siteId),
      modelKey: key ? maskOf(key) : null,
      customFields: (await findCustomFields(db, account.id)).map(presentCustomField),
      actor,
      acting: actor ? await deps.acting.current(actor) : null,
      accessMessage: await describeAccess(db, account, systemClock.now()),
      modelSupported: await isModelSupported(db, account.id),
    })
  }

  async function notifyPasswordChanged(user: UserRow, siteId: number | null, ip: string) {
    const brand = await sites.brandOf(siteId)
    await deps.mail.send({
      siteId,
      to: user.email,
      template: 'password-changed',
      variables: { first_name: user.first_name, when: systemClock.now().toISOString(), ip },
      secrets: { reset_link: `${brand.url}/forgot-password` },
      userId: user.id,
      accountId: user.account_id,
    })
  }

  /** Profile fields by their name in a change. */
  async function own({ userId, accountId }: Actor) {
    const [user, account] = [await accounts.findUser(userId), await accounts.findAccount(accountId)]
    return {
      ...user,
      own_time_zone: user?.time_zone,
      account_name: account?.name,
      time_zone: account?.time_zone,
    }
  }

  return {
    userReply,
    notifyPasswordChanged,

    async show(actor: Actor, host: string): Promise<User> {
      return userReply(actor.userId, (await sites.ofHost(host))?.id ?? null, actor)
    },

    /** @throws AppError forbidden when a member changes the account's fields. */
    async update(
      actor: Actor,
      from: From,
      body: {
        first_name?: string | undefined
        last_name?: string | undefined
        account_name?: string | undefined
        time_zone?: string | undefined
        own_time_zone?: string | null | undefined
        locale?: LocaleId | null | undefined
        hour_cycle?: HourCycle | null | undefined
      },
    ): Promise<User> {
      const ofAccount = {
        ...(body.account_name !== undefined && { name: body.account_name }),
        ...(body.time_zone !== undefined && { time_zone: body.time_zone }),
      }
      const ofUser = {
        ...(body.first_name !== undefined && { first_name: body.first_name }),
        ...(body.last_name !== undefined && { last_name: body.last_name }),
        ...(body.own_time_zone !== undefined && { time_zone: body.own_time_zone }),
        ...(body.locale !== undefined && { locale: body.locale }),
        ...(body.hour_cycle !== undefined && { hour_cycle: body.hour_cycle }),
      }
      if (Object.keys(ofAccount).length > 0 && !can(actor, 'manage_account'))
        throw new AppError('forbidden', 'Only the owner can change the account’s name and time zone')
      for (const field of ['time_zone', 'own_time_zone'] as const) {
        const zone = body[field]
        if (zone != null && !isTimeZone(zone))
          throw invalidField(field, 'Unknown time zone. Choose one such as Europe/Oslo')
      }
      await transaction(db, async () => {
        const before = await own(actor)
        if (Object.keys(ofUser).length > 0) await accounts.updateUser(actor.userId, ofUser)
        if (Object.keys(ofAccount).length > 0) await accounts.updateAccount(actor.accountId, ofAccount)
        recordAudit(db, { accountId: actor.accountId, detail: fieldChanges(before, body) })
      })
      return this.show(actor, from.host)
    },

    /** Changes their own password and ends every other session. @returns how many sessions ended. */
    async changePassword(
      actor: Actor,
      from: From,
      body: { current_password: string; password: string },
    ): Promise<number> {
      checkNewPassword(body.password, sites.passwordMinLength)
      const user = await accounts.findUser(actor.userId)
      if (!user) throw notFound('The user')
      if (!user.password_hash) throw conflict('You don’t have a password yet. Set one with "Forgot password"')
      await accounts.requirePassword(user.id, body.current_password, 'current_password')
      const password_hash = await hashPassword(body.password)
      const site = await sites.speakingTo(user.realm_id, from.host)
      return transaction(db, async () => {
        await accounts.updateUser(user.id, { password_hash })
        await deps.oneTimeCodes.drop(user.id, ['reset_password', 'reset_token', 'second_factor'])
        await notifyPasswordChanged(user, site?.id ?? null, from.ip)
        recordAudit(db, { accountId: actor.accountId })
        const currentSessionId = actor.credential.kind === 'session' ? actor.credential.id : null
        return deps.sessions.revokeAll(user.id, currentSessionId)
      })
    },
  }
}

export type ProfileService = ReturnType<typeof createProfileService>
