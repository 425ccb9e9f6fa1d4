import { RESET_MINUTES } from '#contract/core/constants.ts'
import { fieldChanges, recordAudit } from '#server/modules/core/audit/index.ts'
import { invalidCode, type OneTimeCodeRow } from '#server/modules/core/one-time-codes/index.ts'
import { isUniqueViolation, transaction } from '#server/platform/db/db.ts'
import { conflict, invalidField, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { maskEmail } from '#server/platform/text/mask-email.ts'
import type { From, ProfileDeps } from './profile-service.ts'

/**
 * A change of one's own address: a code goes to the new one, the old one is notified when it is done. An address
 * in use gets another mail and the same reply, so that nobody learns who is a user.
 */
export function createMailChange(deps: ProfileDeps) {
  const { db, accounts, sites, oneTimeCodes } = deps

  async function userOf(actor: Actor) {
    const user = await accounts.findUser(actor.userId)
    if (!user) throw notFound('The user')
    return user
  }

  async function sendNotice(actor: Actor, row: OneTimeCodeRow, code: string): Promise<void> {
    const user = await userOf(actor)
    const isTaken = await accounts.isTaken(row.email, user.realm_id)
    const shared = { siteId: row.site_id, to: row.email, userId: user.id, accountId: user.account_id }
    if (isTaken) {
      await deps.mail.send({ ...shared, template: 'mail-change-taken', variables: {}, secrets: {} })
      return
    }
    await deps.mail.send({
      ...shared,
      template: 'mail-change-confirm',
      variables: { first_name: user.first_name, minutes: RESET_MINUTES },
      secrets: { code },
      expiresAt: row.expires_at,
    })
  }

  const pendingChange = (row: OneTimeCodeRow) => ({
    email: row.email,
    expires_at: row.expires_at.toISOString(),
  })

  return {
    /** @throws AppError validation_failed (same address, wrong password), rate_limited. */
    async request(actor: Actor, from: From, body: { email: string; password?: string | undefined }) {
      const user = await userOf(actor)
      if (user.email.toLowerCase() === body.email) throw invalidField('email', 'This is already your address')
      await deps.sessions.requireOwner(actor, body.password)
      await deps.mailChanges.consume(String(user.id))
      const site = await sites.speakingTo(user.realm_id, from.host)
      return transaction(db, async () => {
        await oneTimeCodes.drop(user.id, ['mail_change'])
        const { row, code } = await oneTimeCodes.start({
          purpose: 'mail_change',
          realmId: user.realm_id,
          siteId: site?.id ?? null,
          email: body.email,
          userId: user.id,
          minutes: RESET_MINUTES,
        })
        await sendNotice(actor, row, code)
        recordAudit(db, { accountId: actor.accountId, detail: { email: row.email } })
        return pendingChange(row)
      })
    },

    /** @throws AppError conflict when no change is pending, rate_limited. */
    async resend(actor: Actor) {
      const waiting = await oneTimeCodes.ofUser('mail_change', actor.userId)
      if (!waiting) throw conflict('There is no email change in progress. Start again')
      await deps.mailChanges.consume(String(actor.userId))
      return transaction(db, async () => {
        const renewed = await oneTimeCodes.renew(waiting, RESET_MINUTES)
        if (!renewed) throw invalidCode()
        await sendNotice(actor, renewed.row, renewed.code)
        recordAudit(db, { accountId: actor.accountId, detail: { email: renewed.row.email } })
        return pendingChange(renewed.row)
      })
    },

    /** @throws AppError invalid_code. */
    async confirm(actor: Actor, code: string): Promise<void> {
      const waiting = await oneTimeCodes.ofUser('mail_change', actor.userId)
      if (!waiting) throw invalidCode()
      const row = await oneTimeCodes.checkCode([waiting], code)
      const user = await userOf(actor)
      await transaction(db, async () => {
        await oneTimeCodes.use(row)
        await accounts.updateUser(user.id, { email: row.email })
        recordAudit(db, {
          accountId: actor.accountId,
          detail: fieldChanges({ email: user.email }, { email: row.email }),
        })
        // Codes sent to the old address must no longer open the account.
        await oneTimeCodes.drop(user.id, ['reset_password', 'reset_token'])
        await deps.mail.send({
          siteId: row.site_id,
          to: user.email,
          template: 'mail-changed',
          variables: { first_name: user.first_name, new_email_masked: maskEmail(row.email) },
          secrets: {},
          userId: user.id,
          accountId: user.account_id,
        })
      }).catch((error) => {
        throw isUniqueViolation(error) ? invalidCode() : error
      })
    },
  }
}

export type MailChange = ReturnType<typeof createMailChange>
