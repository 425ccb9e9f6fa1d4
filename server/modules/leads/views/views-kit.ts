import type { KitContent } from '#contract/admin/kit-document.ts'
import { LIST_TYPE_IDS, type ListTypeId } from '#contract/leads/list-types/index.ts'
import { readWhySort } from '#contract/leads/services.ts'
import { findServices } from '#server/modules/leads/services/index.ts'
import type { Context } from '#server/platform/context.ts'
import { invalidField } from '#server/platform/errors.ts'
import { byKitName, defineKitPart, readTypedName, typedName } from '#server/platform/kit-part.ts'
import { changeView, createView, removeView } from './views.ts'
import { findViews } from './views-reads.ts'

/** `-why:12` as `-why:Web design`. */
async function nameService(ctx: Context, accountId: number, sort: string | null): Promise<string | null> {
  const which = readWhySort(sort)
  if (typeof which !== 'number') return sort
  const service = (await findServices(ctx.db, accountId)).find(({ id }) => id === which)
  // The service is gone, so the order is by all of them.
  return `${sort?.startsWith('-') ? '-' : ''}why${service ? `:${service.name}` : ''}`
}

async function findServiceSort(ctx: Context, accountId: number, sort: string | null): Promise<string | null> {
  const named = /^(-?why):(.+)$/.exec(sort ?? '')
  if (!named) return sort
  const wanted = named[2]?.toLowerCase()
  const service = (await findServices(ctx.db, accountId)).find(({ name }) => name.toLowerCase() === wanted)
  if (!service) throw invalidField('sort', `There is no service called “${named[2]}”`)
  return `${named[1]}:${service.id}`
}

export const viewsKitPart = defineKitPart<KitContent<'views'>>({
  name: 'views',
  module: 'leads',
  async list(ctx, { accountId, userId }) {
    const rows = []
    for (const type of LIST_TYPE_IDS)
      for (const view of await findViews(ctx.db, accountId, userId, type))
        if (view.visibility === 'everyone')
          rows.push({ ...view, sort: await nameService(ctx, accountId, view.sort) })
    return byKitName(
      rows,
      (view) => typedName(view.list_type, view.name),
      ({ id, filters, sort, columns }) => ({ id, content: { filters, sort, columns } }),
    )
  },
  async create(ctx, actor, key, content) {
    const { type, name } = readTypedName<ListTypeId>(key)
    const sort = await findServiceSort(ctx, actor.accountId, content.sort)
    return createView(ctx, actor, { ...content, sort, type, name, visibility: 'everyone', is_default: false })
  },
  async change(ctx, actor, id, content) {
    return changeView(ctx, actor, id, {
      ...content,
      sort: await findServiceSort(ctx, actor.accountId, content.sort),
    })
  },
  remove: removeView,
})
