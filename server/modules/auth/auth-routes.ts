import { login, logout } from '#contract/auth.ts'
import { me } from '#contract/me.ts'
import { publicRoute, route } from '#server/platform/http/route.ts'
import type { AuthService } from './auth-service.ts'

export const authRoutes = (auth: AuthService) => [
  publicRoute(login, async ({ body, ip, host, userAgent }) => {
    const { token, expires, user } = await auth.login(body, { ip, host, userAgent })
    return {
      data: { authorisation: { token, type: 'bearer' as const, expires_at: expires.toISOString() }, user },
    }
  }),
  route(logout, async ({ actor }) => {
    await auth.logout(actor)
    return { success: true as const }
  }),
  route(me, async ({ actor }) => ({ data: await auth.me(actor) })),
]
