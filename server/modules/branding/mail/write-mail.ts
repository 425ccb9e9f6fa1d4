import type { SiteBrand } from '#server/modules/branding/sites/index.ts'
import type { Context } from '#server/platform/context.ts'
import { findPhrases } from './mail-phrases.ts'
import { findMailReader, type MailRow } from './mail-store.ts'
import { findMailText } from './mail-texts.ts'
import { type RenderedMail, renderMail } from './render-mail.ts'

/**
 * Renders a stored mail in its brand's text and its recipient's formats, to send it or to show it with masked
 * `secrets`. A brand's broken text never stops it: the built-in one is used.
 */
export async function writeMail(
  ctx: Context,
  mail: MailRow,
  brand: SiteBrand,
  { secrets, unsubscribeUrl }: { secrets: Record<string, string>; unsubscribeUrl?: string },
): Promise<RenderedMail> {
  const values = { variables: mail.variables, secrets }
  const reader = await findMailReader(ctx.db, mail.user_id)
  const { override, language } = await findMailText(ctx, mail.site_id, mail.template)
  const footer = unsubscribeUrl ? [{ label: findPhrases(language).unsubscribe, url: unsubscribeUrl }] : []
  const options = { reader, language, footer }
  if (override) {
    try {
      return await renderMail(mail.template, values, brand, { ...options, override })
    } catch (error) {
      const { id, site_id, template } = mail
      ctx.log.error(
        { err: error, mail: id, site_id, template },
        "a brand's mail text is invalid; the built-in one was used",
      )
    }
  }
  return renderMail(mail.template, values, brand, options)
}
