import { MAIL_KINDS, type MailTemplateName } from '#contract/branding/mail-kinds/index.ts'
import {
  MAX_MAIL_VERSIONS,
  type MailLanguage,
  type MailTemplateDetails,
  type saveMailTemplate as saveEndpoint,
} from '#contract/branding/mail-templates.ts'
import type { ParsedInput } from '#contract/core/endpoint.ts'
import { auditSiteChange, findBrand, findSiteScope, hasImages } from '#server/modules/branding/sites/index.ts'
import type { Context } from '#server/platform/context.ts'
import { conflict, invalidField, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { checkContent, joinTexts, listImages } from './check-doc.ts'
import { builtInDoc, type MailDoc } from './mail-doc.ts'
import * as store from './mail-template-store.ts'
import { findSharedText } from './mail-texts.ts'
import { renderMail } from './render-mail.ts'
import { listVariables, makeSample } from './template-variables.ts'

type Content = Pick<ParsedInput<typeof saveEndpoint>['body'], 'subject' | 'preheader' | 'doc'>

type Found = Awaited<ReturnType<typeof findTemplateScope>>

/** The owner of the texts that a call is about. @throws AppError not_found. */
export async function findTemplateScope(
  ctx: Context,
  actor: Actor,
  accountId: number | undefined,
  name?: MailTemplateName,
) {
  const { account, site } = await findSiteScope(ctx, actor, accountId)
  const isPlatform = account.parent_id === null
  if (name && !isPlatform && MAIL_KINDS[name].platformOnly) throw notFound('The email')
  const language = ((await store.findSetting(ctx.db, account.id))?.language ?? 'en') as MailLanguage
  return { account, site, isPlatform, language, siteId: isPlatform ? null : (site?.id ?? null) }
}

export const makeTemplateKey = (
  { account, language }: Found,
  template: MailTemplateName,
): store.TemplateKey => ({
  account_id: account.id,
  template,
  language,
})

/** The initial text of an account without its own. */
const findDefault = async (
  ctx: Context,
  { isPlatform, language }: Found,
  name: MailTemplateName,
): Promise<MailDoc> =>
  (isPlatform ? null : await findSharedText(ctx, name, language)) ?? builtInDoc(MAIL_KINDS[name])

export function presentKind(name: MailTemplateName) {
  const { title, group, category } = MAIL_KINDS[name]
  return { name, title, group, category }
}

export async function presentTemplate(
  ctx: Context,
  found: Found,
  name: MailTemplateName,
): Promise<MailTemplateDetails> {
  const key = makeTemplateKey(found, name)
  const current = await store.currentVersion(ctx.db, key)
  const versions = await store.listVersions(ctx.db, key, MAX_MAIL_VERSIONS)
  return {
    ...presentKind(name),
    customized: Boolean(current?.content),
    updated_at: current?.created_at.toISOString() ?? null,
    content: (current?.content ?? (await findDefault(ctx, found, name))) as MailTemplateDetails['content'],
    variables: listVariables(name),
    version: current?.version ?? 0,
    is_shared: current?.is_shared ?? false,
    is_platform: found.isPlatform,
    versions: versions.map((version) => ({ ...version, created_at: version.created_at.toISOString() })),
  }
}

/** @throws AppError validation_failed where a text cannot be sent as it is. */
export async function checkTemplate(
  ctx: Context,
  found: Found,
  name: MailTemplateName,
  input: Content,
): Promise<MailDoc> {
  const content = checkContent(input, listVariables(name))
  if (!(await hasImages(ctx.db, found.site?.id ?? null, listImages(content.doc))))
    throw invalidField('doc', 'Upload images here: images from other websites can’t be used')
  // Errors are shown now, and not when someone waits for the mail.
  await renderTemplate(ctx, found, name, content)
  return content
}

export async function renderTemplate(
  ctx: Context,
  { siteId, language }: Found,
  name: MailTemplateName,
  override: MailDoc,
) {
  const brand = await findBrand(ctx, siteId)
  return renderMail(name, makeSample(name, brand.url), brand, { override, language }).catch((cause) => {
    throw Object.assign(invalidField('doc', 'This text can’t be rendered. Undo your last change'), {
      cause,
    })
  })
}

/** A text shared with resellers must not name the platform. */
export async function checkSharedText(ctx: Context, content: MailDoc): Promise<void> {
  const brand = await findBrand(ctx, null)
  const letters = joinTexts(content).toLowerCase()
  const named = [brand.name, new URL(brand.url).hostname].find((name) => letters.includes(name.toLowerCase()))
  if (named)
    throw invalidField(
      'doc',
      `Resellers’ customers would read “${named}”. Use the variable “Brand name” instead`,
    )
}

/** Makes a version the newest, under the lock of its text. */
export async function addTemplateVersion(
  ctx: Context,
  actor: Actor,
  found: Found,
  name: MailTemplateName,
  next: { content: MailDoc | null; isShared: boolean; onVersion?: number },
): Promise<void> {
  const key = makeTemplateKey(found, name)
  await store.lockTemplate(ctx.db, key)
  const version = (await store.currentVersion(ctx.db, key))?.version ?? 0
  if (next.onVersion !== undefined && next.onVersion !== version)
    throw conflict('Someone else saved this email after you opened it. Reload to see their version')
  const { content, isShared } = next
  await store.addVersion(
    ctx.db,
    key,
    { version: version + 1, content, isShared, authorId: actor.userId },
    MAX_MAIL_VERSIONS,
  )
  auditSiteChange(ctx, actor, found.account.id, `account:${found.account.id}`, {
    template: name,
    language: found.language,
    version: version + 1,
  })
}
