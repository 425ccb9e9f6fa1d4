import type { KitAuditPage } from '#contract/admin/kit-forms.ts'
import { ensureSiteScope, findSiteScope } from '#server/modules/branding/sites/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { findLabels, readLabelNames } from '#server/modules/leads/leads/index.ts'
import { ensureList, findNamedLists } from '#server/modules/leads/lists/index.ts'
import { findServices } from '#server/modules/leads/services/index.ts'
import type { Context } from '#server/platform/context.ts'
import { invalidField } from '#server/platform/errors.ts'
import { type Actor, hasModule } from '#server/platform/http/actor.ts'
import { defineKitPart } from '#server/platform/kit-part.ts'
import { pick } from '#server/platform/pick.ts'
import { findPage, type PageSettings, removePage } from './audits-store.ts'
import { readSettings, saveAuditPage } from './page-settings.ts'

const TEXTS = [
  'headline',
  'intro',
  'consent',
  'call_to_action',
  'needs_confirmation',
  'languages',
  'days',
] as const

/** With names instead of ids; what is gone is left out. */
async function nameSettings(ctx: Context, accountId: number, settings: PageSettings): Promise<KitAuditPage> {
  const { list_id: listId, service_ids, label_ids } = settings
  const lists = await findNamedLists(ctx, accountId, listId === null ? [] : [listId])
  const list = lists.get(listId ?? 0)
  const labels = await findLabels(ctx.db, accountId)
  const services = await findServices(ctx.db, accountId)
  const namesOf = (all: readonly { id: number; name: string }[], ids: readonly number[]) =>
    ids.flatMap((id) => all.find((item) => item.id === id)?.name ?? [])
  return {
    list: list ? { type: list.type as 'local' | 'single', name: list.list } : null,
    ...pick(settings, ...TEXTS),
    services: service_ids && namesOf(services, service_ids),
    labels: namesOf(labels, label_ids),
  }
}

async function saveContent(ctx: Context, actor: Actor, content: KitAuditPage): Promise<void> {
  const { list, services, labels, ...texts } = content
  const { account, site } = await ensureSiteScope(ctx, actor, undefined)
  const now = readSettings(await findPage(ctx.db, { accountId: account.id, siteId: site.id }))
  const known = await findServices(ctx.db, account.id)
  const service_ids = services?.map((wanted) => {
    const service = known.find(({ name }) => name.toLowerCase() === wanted.toLowerCase())
    if (!service) throw invalidField('services', `There is no service called “${wanted}”`)
    return service.id
  })
  await saveAuditPage(ctx, actor, {
    ...texts,
    service_ids: service_ids ?? null,
    label_ids: await readLabelNames(ctx.db, account.id, labels),
    list_id:
      list && (await ensureList(ctx, actor, { type: list.type, list: list.name, search: null }, now.list_id)),
    // It can’t be on without a list.
    ...(list === null && { is_on: false }),
  })
}

/** The audit page of the account’s site. It arrives off; whether it is on and whom it notifies is in no document. */
export const auditPageKitPart = defineKitPart<KitAuditPage>({
  name: 'audit_page',
  module: 'whitelabel',
  async list(ctx, actor) {
    const { accountId } = actor
    const site = hasModule(actor, 'whitelabel') ? (await findSiteScope(ctx, actor, undefined)).site : null
    const page = site && (await findPage(ctx.db, { accountId, siteId: site.id }))
    if (!page) return new Map()
    return new Map([['page', { id: 'page', content: await nameSettings(ctx, accountId, page) }]])
  },
  create: (ctx, actor, _name, content) => saveContent(ctx, actor, content),
  change: (ctx, actor, _id, content) => saveContent(ctx, actor, content),
  async remove(ctx, actor) {
    const { account, site } = await ensureSiteScope(ctx, actor, undefined)
    await removePage(ctx.db, { accountId: account.id, siteId: site.id })
    recordAudit(ctx.db, { accountId: account.id, subject: `site:${site.id}` })
  },
})
