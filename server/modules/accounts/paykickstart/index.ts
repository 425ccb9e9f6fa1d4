import { payKickstart, removePayKickstart, savePayKickstart } from '#contract/accounts/paykickstart.ts'
import {
  applyVendorEvent,
  sellsAtVendor,
  vendorCancel,
  vendorCheckoutUrl,
  vendorPortal,
} from '#server/modules/accounts/payments/index.ts'
import type { Context } from '#server/platform/context.ts'
import { data, route } from '#server/platform/http/route.ts'
import { defineModule } from '#server/platform/module.ts'
import { applyIpn } from './apply-ipn.ts'
import { cancelPayKickstart } from './cancel.ts'
import { overdueJob } from './overdue.ts'
import { findPayKickstartPortal } from './portal.ts'
import { findCheckoutUrl } from './products-store.ts'
import { payKickstartReceiver } from './receive-ipn.ts'
import { removePayKickstartSettings, savePayKickstartSettings, showPayKickstartSettings } from './settings.ts'
import { listCampaigns } from './settings-store.ts'

const payKickstartRoutes = (ctx: Context) => [
  route(payKickstart, ({ actor }) => data(showPayKickstartSettings(ctx, actor))),
  route(savePayKickstart, async ({ actor, body }) => ({
    data: await savePayKickstartSettings(ctx, actor, body),
    message: 'PayKickstart setup saved',
  })),
  route(removePayKickstart, async ({ actor }) => {
    await removePayKickstartSettings(ctx, actor)
    return { success: true as const, message: 'PayKickstart disconnected' }
  }),
]

/** Selling with PayKickstart: setup, notifications, and overdue payments. */
export const paykickstartModule = defineModule({
  routes: payKickstartRoutes,
  jobs: (ctx) => [overdueJob(ctx)],
  receivers: (ctx) => [payKickstartReceiver(ctx)],
  on: [
    applyVendorEvent.answer((ctx, { event }) => applyIpn(ctx, event)),
    sellsAtVendor.answer(async (ctx, { accountId }) => (await listCampaigns(ctx.db, accountId)).length > 0),
    vendorCheckoutUrl.answer((ctx, { sellerId, offer }) => findCheckoutUrl(ctx.db, sellerId, offer)),
    vendorPortal.answer((ctx, { accountId }) => findPayKickstartPortal(ctx, accountId)),
    vendorCancel.answer((ctx, { actor, undo }) => cancelPayKickstart(ctx, actor, undo)),
  ],
})
