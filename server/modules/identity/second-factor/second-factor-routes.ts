import * as api from '#contract/identity/me.ts'
import type { Context } from '#server/platform/context.ts'
import { data, route } from '#server/platform/http/route.ts'
import { showSecondFactor } from './second-factor.ts'
import {
  disableSecondFactor,
  enableSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
} from './switch-factor.ts'

const KEEP_CODES = 'Save the recovery codes now. You won’t see them again.'

/** The person's own second factor: show, start, switch on, renew the recovery codes, switch off. */
export const secondFactorRoutes = (ctx: Context) => [
  route(api.secondFactor, ({ actor }) => data(showSecondFactor(ctx, actor))),
  route(api.startSecondFactor, ({ actor, body, host }) =>
    data(startSecondFactor(ctx, actor, body.password, host)),
  ),
  route(api.enableSecondFactor, async ({ actor, body, ip, host }) => ({
    data: { recovery_codes: await enableSecondFactor(ctx, actor, body.code, { ip, host }) },
    message: `Two-factor authentication is on. ${KEEP_CODES}`,
  })),
  route(api.renewRecoveryCodes, async ({ actor, body, ip, host }) => ({
    data: { recovery_codes: await renewRecoveryCodes(ctx, actor, body, { ip, host }) },
    message: `The old recovery codes no longer work. ${KEEP_CODES}`,
  })),
  route(api.disableSecondFactor, async ({ actor, body, ip, host }) => {
    await disableSecondFactor(ctx, actor, body, { ip, host })
    return { success: true as const, message: 'Two-factor authentication is off.' }
  }),
]
