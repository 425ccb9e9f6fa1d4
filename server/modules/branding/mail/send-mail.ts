import type { SecretKind } from '#contract/branding/mail-kinds/define.ts'
import { MAIL_KINDS } from '#contract/branding/mail-kinds/index.ts'
import type { Context } from '#server/platform/context.ts'
import { secretContext } from './deliver-mail.ts'
import { insertMail, nextMailId } from './mail-store.ts'
import type { MailDraft } from './mail-templates.ts'

export const SEND_JOB = 'mail.send'

const SECRET_FORM: Record<SecretKind, RegExp> = { code: /^\d{6}$/, link: /^https?:\/\/[^\s<>"]+$/ }

/** A malformed secret is the caller's error; it is found before anything is written. */
function checkSecrets(draft: MailDraft): void {
  for (const [name, kind] of Object.entries(MAIL_KINDS[draft.template].secrets)) {
    const value = (draft.secrets as Record<string, string>)[name]
    if (value === undefined || !SECRET_FORM[kind].test(value))
      throw new TypeError(`The secret ${name} of the mail ${draft.template} is no ${kind}`)
  }
}

/** Has a mail sent once the caller's transaction commits. */
export const enqueueMail = (ctx: Context, mailId: number): Promise<void> =>
  ctx.queue.send(ctx.db, SEND_JOB, { mailId })

/**
 * Writes a mail in the caller's transaction; it is sent once that commits. Returns its id.
 * @throws TypeError when a secret is not in the form of a code or link.
 */
export async function sendMail(ctx: Context, draft: MailDraft): Promise<number> {
  checkSecrets(draft)
  const id = await nextMailId(ctx.db)
  const secret = Object.keys(draft.secrets).length > 0
  await insertMail(ctx.db, {
    id,
    site_id: draft.siteId,
    account_id: draft.accountId ?? null,
    user_id: draft.userId ?? null,
    recipient: draft.to,
    template: draft.template,
    variables: draft.variables,
    secrets_sealed: secret ? ctx.secretBox.seal(JSON.stringify(draft.secrets), secretContext(id)) : null,
    expires_at: draft.expiresAt ?? null,
  })
  await enqueueMail(ctx, id)
  return id
}
