import { isMailTemplate, type MailTemplateName } from '#contract/branding/mail-kinds/index.ts'
import { findMailAccount, findPlatformAccount } from '#server/modules/branding/mail-servers/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { MailDoc } from './mail-doc.ts'
import { currentVersion, findSetting } from './mail-template-store.ts'

/** A brand's text in place of the built-in one, with its language. */
export interface MailText {
  override: MailDoc | null
  language: string
}

/** The platform's text of a mail, when shared with resellers. */
export async function findSharedText(
  ctx: Context,
  template: MailTemplateName,
  language: string,
): Promise<MailDoc | null> {
  const platformId = await findPlatformAccount(ctx.db)
  if (platformId === null) return null
  const row = await currentVersion(ctx.db, { account_id: platformId, template, language })
  return row?.is_shared ? (row.content as MailDoc | null) : null
}

/** The text of a mail: the brand's own, else the shared one of the platform, else null for the built-in one. */
export async function findMailText(ctx: Context, siteId: number | null, template: string): Promise<MailText> {
  const accountId = await findMailAccount(ctx, siteId)
  if (accountId === null || !isMailTemplate(template)) return { override: null, language: 'en' }
  const language = (await findSetting(ctx.db, accountId))?.language ?? 'en'
  const own = await currentVersion(ctx.db, { account_id: accountId, template, language })
  const override =
    (own?.content as MailDoc | null | undefined) ??
    (siteId === null ? null : await findSharedText(ctx, template, language))
  return { override, language }
}
