import {
  MAIL_KINDS,
  MAIL_TEMPLATE_NAMES,
  type MailTemplateName,
} from '#contract/branding/mail-kinds/index.ts'
import type {
  MailLanguage,
  MailTemplateSummary,
  saveMailTemplate as saveEndpoint,
} from '#contract/branding/mail-templates.ts'
import type { ParsedInput } from '#contract/core/endpoint.ts'
import { auditSiteChange } from '#server/modules/branding/sites/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { markUnchanged } from '#server/platform/http/current-call.ts'
import { currentVersion, currentVersions, findVersion, saveSetting } from './mail-template-store.ts'
import {
  addTemplateVersion,
  checkSharedText,
  checkTemplate,
  findTemplateScope,
  makeTemplateKey,
  presentKind,
  presentTemplate,
  renderTemplate,
} from './template-scope.ts'

type Content = Pick<ParsedInput<typeof saveEndpoint>['body'], 'subject' | 'preheader' | 'doc'>
type SaveBody = ParsedInput<typeof saveEndpoint>['body']

/** Mail texts as a brand's owners edit them. */
export async function listTemplates(ctx: Context, actor: Actor, accountId: number | undefined) {
  const found = await findTemplateScope(ctx, actor, accountId)
  const changed = await currentVersions(ctx.db, found.account.id, found.language)
  const names = MAIL_TEMPLATE_NAMES.filter((name) => found.isPlatform || !MAIL_KINDS[name].platformOnly)
  const data = names.map((name): MailTemplateSummary => {
    const row = changed.find(({ template }) => template === name)
    return {
      ...presentKind(name),
      customized: row?.customized ?? false,
      updated_at: row?.created_at.toISOString() ?? null,
    }
  })
  return { data, language: found.language }
}

export const setTemplateLanguage = (
  ctx: Context,
  actor: Actor,
  accountId: number | undefined,
  language: MailLanguage,
) =>
  transaction(ctx.db, async () => {
    const found = await findTemplateScope(ctx, actor, accountId)
    if (found.language === language) return markUnchanged()
    await saveSetting(ctx.db, found.account.id, { language })
    auditSiteChange(ctx, actor, found.account.id, `account:${found.account.id}`, { language })
  })

export const showTemplate = async (
  ctx: Context,
  actor: Actor,
  accountId: number | undefined,
  name: MailTemplateName,
) => presentTemplate(ctx, await findTemplateScope(ctx, actor, accountId, name), name)

export const saveTemplate = (
  ctx: Context,
  actor: Actor,
  accountId: number | undefined,
  name: MailTemplateName,
  body: SaveBody,
) =>
  transaction(ctx.db, async () => {
    const found = await findTemplateScope(ctx, actor, accountId, name)
    const content = await checkTemplate(ctx, found, name, body)
    const isShared = found.isPlatform && (body.is_shared ?? false)
    if (isShared) await checkSharedText(ctx, content)
    await addTemplateVersion(ctx, actor, found, name, { content, isShared, onVersion: body.version })
    return presentTemplate(ctx, found, name)
  })

export const resetTemplate = (
  ctx: Context,
  actor: Actor,
  accountId: number | undefined,
  name: MailTemplateName,
) =>
  transaction(ctx.db, async () => {
    const found = await findTemplateScope(ctx, actor, accountId, name)
    const current = await currentVersion(ctx.db, makeTemplateKey(found, name))
    if (!current?.content) markUnchanged()
    else await addTemplateVersion(ctx, actor, found, name, { content: null, isShared: false })
    return presentTemplate(ctx, found, name)
  })

export const restoreTemplate = (
  ctx: Context,
  actor: Actor,
  accountId: number | undefined,
  name: MailTemplateName,
  version: number,
) =>
  transaction(ctx.db, async () => {
    const found = await findTemplateScope(ctx, actor, accountId, name)
    const earlier = await findVersion(ctx.db, makeTemplateKey(found, name), version)
    if (!earlier) throw notFound('The version')
    // An old version may use an image or variable that no longer exists.
    const content = earlier.content && (await checkTemplate(ctx, found, name, earlier.content as never))
    await addTemplateVersion(ctx, actor, found, name, { content, isShared: earlier.is_shared })
    return presentTemplate(ctx, found, name)
  })

export async function previewTemplate(
  ctx: Context,
  actor: Actor,
  accountId: number | undefined,
  name: MailTemplateName,
  input: Content,
) {
  const found = await findTemplateScope(ctx, actor, accountId, name)
  return renderTemplate(ctx, found, name, await checkTemplate(ctx, found, name, input))
}

/** Records changes of an account's texts in the audit log. */
export const recordTemplateChange = (
  ctx: Context,
  actor: Actor,
  accountId: number,
  detail: Record<string, unknown>,
): Promise<void> =>
  transaction(ctx.db, async () => auditSiteChange(ctx, actor, accountId, `account:${accountId}`, detail))
