import type { KitTrainingPage } from '#contract/admin/kit-site.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { byKitName, defineKitPart } from '#server/platform/kit-part.ts'
import { saveBuiltIn } from './built-in.ts'
import { cleanPage, plainText } from './clean-page.ts'
import { resetPage } from './content-pages.ts'
import { findBuiltInPage, findOwnTexts, lockText, updateText } from './content-store.ts'

/** A page of a built-in course, which is saved on first use: in this transaction, which may still be undone. */
async function findPage(ctx: Context, key: string) {
  const known = await findBuiltInPage(ctx.db, key)
  if (known) return known
  await saveBuiltIn(ctx.db)
  return findBuiltInPage(ctx.db, key)
}

/** Publishes a text; a draft that somebody is working on stays. */
async function publishText(
  ctx: Context,
  actor: Actor,
  key: string,
  { title, html, is_hidden }: KitTrainingPage,
): Promise<void> {
  const page = await findPage(ctx, key)
  if (!page) throw notFound(`The page “${key}”`)
  await lockText(ctx.db, actor.accountId, page.id)
  const text = { title, html, is_hidden, words: plainText(html), isPublished: true }
  await updateText(ctx.db, actor, page.id, text)
  const detail = { course: page.course_id, title }
  recordAudit(ctx.db, { accountId: actor.accountId, subject: `training_page:${page.id}`, detail })
}

/** Own texts of the built-in courses. Courses of the account are not in kits. */
export const trainingKitPart = defineKitPart<KitTrainingPage>({
  name: 'training_pages',
  module: 'whitelabel',
  normalise: ({ html, ...page }) => ({ ...page, html: cleanPage(html) }),
  async list(ctx, { accountId }) {
    const rows = await findOwnTexts(ctx.db, accountId)
    return byKitName(
      rows,
      ({ key }) => key ?? '',
      ({ id, title, html, is_hidden }) => ({
        id,
        content: { title: title ?? '', html: html ?? '', is_hidden },
      }),
    )
  },
  create: (ctx, actor, key, content) => publishText(ctx, actor, key, content),
  change: (ctx, actor, _id, content, key) => publishText(ctx, actor, key, content),
  remove: resetPage,
})
