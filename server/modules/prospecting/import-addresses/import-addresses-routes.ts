import * as api from '#contract/prospecting/import-addresses.ts'
import { findOwnList } from '#server/modules/leads/lists/index.ts'
import type { Context } from '#server/platform/context.ts'
import { data, publicRoute, route } from '#server/platform/http/route.ts'
import { listDeliveries, showDelivery } from './deliveries.ts'
import * as addresses from './import-addresses.ts'
import { presentDelivery, presentReceipt } from './present-delivery.ts'
import { replayDelivery, takeDelivery } from './take-delivery.ts'

export const importAddressRoutes = (ctx: Context) => [
  route(api.importAddress, ({ actor, params }) => data(addresses.showImportAddress(ctx, actor, params.id))),
  route(api.renewImportAddress, async ({ actor, params, body }) => ({
    data: await addresses.renewImportAddress(ctx, actor, params.id, body),
    message: 'Import address created',
  })),
  route(api.changeImportAddress, async ({ actor, params, body }) => ({
    data: await addresses.changeImportAddress(ctx, actor, params.id, body),
    message: 'Import address saved',
  })),
  route(api.removeImportAddress, async ({ actor, params }) => {
    await addresses.removeImportAddress(ctx, actor, params.id)
    return { success: true as const, message: 'Import address turned off' }
  }),
  route(api.importDeliveries, ({ actor, params, query }) => listDeliveries(ctx, actor, params.id, query)),
  route(api.importDelivery, ({ actor, params }) =>
    data(showDelivery(ctx, actor, params.id, params.delivery_id)),
  ),
  route(api.replayImportDelivery, async ({ actor, params }) => {
    const { id: listId } = await findOwnList(ctx, actor, params.id)
    const row = await replayDelivery(ctx, { accountId: actor.accountId, listId, id: params.delivery_id })
    return { data: presentDelivery(row), message: 'Delivery taken again' }
  }),
  publicRoute(api.deliverLeads, async ({ params, request, ip, signal }) => {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const { headers } = request
    return { data: presentReceipt(await takeDelivery(ctx, { key: params.key, body, headers, ip, signal })) }
  }),
]
