import * as api from '#contract/identity/me.ts'
import { data, route } from '#server/platform/http/route.ts'
import type { SecondFactorService } from './second-factor-service.ts'

const KEEP_CODES = 'Save the recovery codes now. You won’t see them again.'

/** The person's own second factor: show, start, switch on, renew the recovery codes, switch off. */
export const secondFactorRoutes = (factors: SecondFactorService) => [
  route(api.secondFactor, ({ actor }) => data(factors.show(actor))),
  route(api.startSecondFactor, ({ actor, body, host }) => data(factors.start(actor, body.password, host))),
  route(api.enableSecondFactor, async ({ actor, body, ip, host }) => ({
    data: { recovery_codes: await factors.enable(actor, body.code, { ip, host }) },
    message: `Two-factor authentication is on. ${KEEP_CODES}`,
  })),
  route(api.renewRecoveryCodes, async ({ actor, body, ip, host }) => ({
    data: { recovery_codes: await factors.renewCodes(actor, body, { ip, host }) },
    message: `The old recovery codes no longer work. ${KEEP_CODES}`,
  })),
  route(api.disableSecondFactor, async ({ actor, body, ip, host }) => {
    await factors.disable(actor, body, { ip, host })
    return { success: true as const, message: 'Two-factor authentication is off.' }
  }),
]
