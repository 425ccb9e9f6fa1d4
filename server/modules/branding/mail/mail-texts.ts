import { findPlatformAccount } from '#server/modules/branding/mail-servers/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { MailTemplateName } from './mail-contents.ts'
import type { MailDoc } from './mail-doc.ts'
import { currentVersion, findSetting } from './mail-template-store.ts'
import { isMailTemplate } from './mail-templates.ts'

/** A brand's text in place of the built-in one, with its language. */
export interface MailText {
  override: MailDoc | null
  language: string
}

interface MailTextsDeps {
  db: Db
  accountOf(siteId: number): Promise<number | null>
}

/** Finds the text of each mail: the brand's own, else the shared one of the platform, else the built-in one. */
export function createMailTexts({ db, accountOf }: MailTextsDeps) {
  /** The platform's text of a mail, when shared with resellers. */
  async function sharedText(template: MailTemplateName, language: string): Promise<MailDoc | null> {
    const platformId = await findPlatformAccount(db)
    if (platformId === null) return null
    const row = await currentVersion(db, { account_id: platformId, template, language })
    return row?.is_shared ? (row.content as MailDoc | null) : null
  }

  return {
    sharedText,
    async textOf(siteId: number | null, template: string): Promise<MailText> {
      const accountId = siteId === null ? await findPlatformAccount(db) : await accountOf(siteId)
      if (accountId === null || !isMailTemplate(template)) return { override: null, language: 'en' }
      const language = (await findSetting(db, accountId))?.language ?? 'en'
      const own = await currentVersion(db, { account_id: accountId, template, language })
      const override =
        (own?.content as MailDoc | null | undefined) ??
        (siteId === null ? null : await sharedText(template, language))
      return { override, language }
    },
  }
}
export type TextsOfMails = ReturnType<typeof createMailTexts>
