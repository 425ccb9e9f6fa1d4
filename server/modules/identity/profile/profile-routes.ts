import * as api from '#contract/identity/me.ts'
import type { Context } from '#server/platform/context.ts'
import { data, route } from '#server/platform/http/route.ts'
import { changePassword } from './change-password.ts'
import { confirmMailChange, requestMailChange, resendMailChange } from './mail-change.ts'
import { showProfile } from './show-profile.ts'
import { updateProfile } from './update-profile.ts'

const sent = (email: string) => `We sent a code to ${email}`

export const profileRoutes = (ctx: Context) => [
  route(api.me, ({ actor, host }) => data(showProfile(ctx, actor, host))),
  route(api.updateMe, async ({ actor, body, ...from }) => ({
    data: await updateProfile(ctx, actor, from, body),
    message: 'Profile saved',
  })),
  route(api.changePassword, async ({ actor, body, ...from }) => ({
    success: true as const,
    sessions_ended: await changePassword(ctx, actor, from, body),
    message: 'Password changed',
  })),
  route(api.mailChange, async ({ actor, body, ...from }) => {
    const data = await requestMailChange(ctx, actor, from, body)
    return { success: true as const, data, message: sent(data.email) }
  }),
  route(api.mailChangeResend, async ({ actor }) => {
    const data = await resendMailChange(ctx, actor)
    return { success: true as const, data, message: sent(data.email) }
  }),
  route(api.mailChangeConfirm, async ({ actor, body, host }) => {
    await confirmMailChange(ctx, actor, body.code)
    return { data: await showProfile(ctx, actor, host), message: 'Email changed' }
  }),
]
