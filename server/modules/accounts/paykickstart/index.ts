import { payKickstart, removePayKickstart, savePayKickstart } from '#contract/accounts/paykickstart.ts'
import { data, route } from '#server/platform/http/route.ts'
import type { PayKickstartSettingsService } from './settings-service.ts'

export { acceptsPayments } from './accepts-payments.ts'
export { createIpnHandler } from './apply-ipn.ts'
export { createPayKickstartCancel } from './cancel.ts'
export { createOverdueCheck, overdueJob } from './overdue.ts'
export { createPayKickstartPortal } from './portal.ts'
export { checkoutUrlOf } from './products-store.ts'
export { createIpnReceiver } from './receive-ipn.ts'
export { createPayKickstartSettings } from './settings-service.ts'

export const payKickstartRoutes = (settings: PayKickstartSettingsService) => [
  route(payKickstart, ({ actor }) => data(settings.show(actor))),
  route(savePayKickstart, async ({ actor, body }) => ({
    data: await settings.save(actor, body),
    message: 'PayKickstart setup saved',
  })),
  route(removePayKickstart, async ({ actor }) => {
    await settings.remove(actor)
    return { success: true as const, message: 'PayKickstart disconnected' }
  }),
]
