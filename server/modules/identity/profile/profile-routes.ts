import * as api from '#contract/identity/me.ts'
import { data, route } from '#server/platform/http/route.ts'
import type { MailChange } from './mail-change.ts'
import type { ProfileService } from './profile-service.ts'

const sent = (email: string) => `We sent a code to ${email}`

export const profileRoutes = (profile: ProfileService, change: MailChange) => [
  route(api.me, ({ actor, host }) => data(profile.show(actor, host))),
  route(api.updateMe, async ({ actor, body, ...from }) => ({
    data: await profile.update(actor, from, body),
    message: 'Profile saved',
  })),
  route(api.changePassword, async ({ actor, body, ...from }) => ({
    success: true as const,
    sessions_ended: await profile.changePassword(actor, from, body),
    message: 'Password changed',
  })),
  route(api.mailChange, async ({ actor, body, ...from }) => {
    const data = await change.request(actor, from, body)
    return { success: true as const, data, message: sent(data.email) }
  }),
  route(api.mailChangeResend, async ({ actor }) => {
    const data = await change.resend(actor)
    return { success: true as const, data, message: sent(data.email) }
  }),
  route(api.mailChangeConfirm, async ({ actor, body, host }) => {
    await change.confirm(actor, body.code)
    return { data: await profile.show(actor, host), message: 'Email changed' }
  }),
]
