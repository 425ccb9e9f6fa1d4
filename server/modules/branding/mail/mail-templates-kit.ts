import type { KitContent } from '#contract/admin/kit-document.ts'
import { isMailTemplate, type MailTemplateName } from '#contract/branding/mail-kinds/index.ts'
import type { MailContent, MailLanguage } from '#contract/branding/mail-templates.ts'
import type { Context } from '#server/platform/context.ts'
import { type Actor, hasModule } from '#server/platform/http/actor.ts'
import { byKitName, defineKitPart, readTypedName, typedName } from '#server/platform/kit-part.ts'
import { listImages } from './check-doc.ts'
import { currentTexts } from './mail-template-store.ts'
import { addTemplateVersion, checkTemplate, findTemplateScope } from './template-scope.ts'

/** Makes a text the newest version; null restores the default. */
async function saveText(ctx: Context, actor: Actor, key: string, text: MailContent | null): Promise<void> {
  const { type: language, name } = readTypedName<MailLanguage>(key)
  const template = name as MailTemplateName
  const found = { ...(await findTemplateScope(ctx, actor, undefined, template)), language }
  const content = text && (await checkTemplate(ctx, found, template, text))
  await addTemplateVersion(ctx, actor, found, template, { content, isShared: false })
}

/** Texts of emails that the account has changed. Those with pictures stay: a picture belongs to one site. */
export const mailTemplatesKitPart = defineKitPart<KitContent<'mail_templates'>>({
  name: 'mail_templates',
  module: 'whitelabel',
  async list(ctx, actor) {
    const rows = hasModule(actor, 'whitelabel') ? await currentTexts(ctx.db, actor.accountId) : []
    return byKitName(
      rows.filter(
        ({ template, content }) => isMailTemplate(template) && listImages(content.doc).length === 0,
      ),
      ({ language, template }) => typedName(language, template),
      ({ language, template, content }) => ({
        id: typedName(language, template),
        content: content as MailContent,
      }),
    )
  },
  create: (ctx, actor, key, content) => saveText(ctx, actor, key, content),
  change: (ctx, actor, _id, content, key) => saveText(ctx, actor, key, content),
  remove: (ctx, actor, key) => saveText(ctx, actor, String(key), null),
})
