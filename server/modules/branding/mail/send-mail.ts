import type { SecretBox } from '#server/platform/crypto/secret-box.ts'
import type { Db } from '#server/platform/db/db.ts'
import { secretContext } from './deliver-mail.ts'
import type { SecretKind } from './mail-contents.ts'
import { insertMail, nextMailId } from './mail-store.ts'
import { MAIL_TEMPLATES, type MailDraft } from './mail-templates.ts'

export const SEND_JOB = 'mail.send'

const SECRET_FORM: Record<SecretKind, RegExp> = { code: /^\d{6}$/, link: /^https?:\/\/[^\s<>"]+$/ }

/** A malformed secret is the caller's error; it is found before anything is written. */
function checkSecrets(draft: MailDraft): void {
  const kinds = Object.entries(MAIL_TEMPLATES[draft.template].secrets) as [string, SecretKind][]
  for (const [name, kind] of kinds) {
    const value = (draft.secrets as Record<string, string>)[name]
    if (value === undefined || !SECRET_FORM[kind].test(value))
      throw new TypeError(`The secret ${name} of the mail ${draft.template} is no ${kind}`)
  }
}

interface SendDeps {
  db: Db
  secretBox: SecretBox
  enqueue(mailId: number): Promise<void>
}

/**
 * Writes a mail in the caller's transaction; it is sent once that commits. Returns its id.
 * @throws TypeError when a secret is not in the form of a code or link.
 */
export const createSend =
  ({ db, secretBox, enqueue }: SendDeps) =>
  async (draft: MailDraft): Promise<number> => {
    checkSecrets(draft)
    const id = await nextMailId(db)
    const secret = Object.keys(draft.secrets).length > 0
    await insertMail(db, {
      id,
      site_id: draft.siteId,
      account_id: draft.accountId ?? null,
      user_id: draft.userId ?? null,
      recipient: draft.to,
      template: draft.template,
      variables: draft.variables,
      secrets_sealed: secret ? secretBox.seal(JSON.stringify(draft.secrets), secretContext(id)) : null,
      expires_at: draft.expiresAt ?? null,
    })
    await enqueue(id)
    return id
  }
