import { counted } from '#contract/core/plural.ts'
import { canonicalListType } from '#contract/leads/list-types/index.ts'
import * as api from '#contract/leads/lists.ts'
import type { Context } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import { data, route } from '#server/platform/http/route.ts'
import { changeListDetails, pinList, renameList } from './change-list.ts'
import { archiveLists, deleteLists, moveLists, restoreLists, toggleArchived } from './list-states.ts'
import { listCreators, listFolders, listListHistory, listLists, listTags, showList } from './show-lists.ts'

const done = (count: number, message: string) => ({ success: true as const, count, message })
const lists = (count: number) => counted(count, 'list')

export const listRoutes = (ctx: Context) => [
  route(api.lists, ({ actor, query }) =>
    listLists(ctx, actor, { ...query, type: query.type && canonicalListType(query.type) }),
  ),
  route(api.listTags, ({ actor }) => data(listTags(ctx, actor))),
  route(api.listFolders, ({ actor }) => data(listFolders(ctx, actor))),
  route(api.moveLists, async ({ actor, body }) => {
    const { count, folder } = await moveLists(ctx, actor, body.resultIds, body.folder)
    return done(
      count,
      folder === null
        ? `${lists(count)} moved out of ${count === 1 ? 'its' : 'their'} folder`
        : `${lists(count)} moved to ${folder}`,
    )
  }),
  route(api.listCreators, ({ actor }) => data(listCreators(ctx, actor))),
  route(api.pinList, async ({ actor, params, body }) => {
    await pinList(ctx, actor, params.id, body.is_pinned)
    return { data: { id: params.id, is_pinned: body.is_pinned } }
  }),
  route(api.showList, ({ actor, params }) => data(showList(ctx, actor, params.id))),
  route(api.listDetails, async ({ actor, body }) => ({
    data: await changeListDetails(ctx, actor, body.id, body),
    message: 'Tags and source saved',
  })),
  route(api.renameList, async ({ actor, params, body }) => ({
    data: await renameList(ctx, actor, params.id, body.name),
    message: 'List renamed',
  })),
  route(api.deleteList, async ({ actor, params }) => {
    if ((await deleteLists(ctx, actor, [params.id])) === 0) throw notFound('The list')
    return { success: true as const, message: 'List deleted' }
  }),
  route(api.bulkDeleteLists, async ({ actor, body }) => {
    const count = await deleteLists(ctx, actor, body.resultIds)
    return done(count, `${lists(count)} deleted`)
  }),
  route(api.restoreLists, async ({ actor, body }) => {
    const count = await restoreLists(ctx, actor, body.resultIds)
    return done(count, `${lists(count)} restored`)
  }),
  route(api.archiveList, async ({ actor, params }) => {
    const archived = await toggleArchived(ctx, actor, params.id)
    return {
      data: { id: params.id, is_archived: archived },
      message: archived ? 'List archived' : 'List restored to active',
    }
  }),
  route(api.bulkArchiveLists, async ({ actor, body }) => {
    const count = await archiveLists(ctx, actor, body.resultIds, body.is_archived)
    return done(count, `${lists(count)} ${body.is_archived ? 'archived' : 'active again'}`)
  }),
  route(api.listHistory, ({ actor, params, body }) =>
    listListHistory(ctx, actor, params.id, body ?? { page: 1, limit: 20 }),
  ),
]
