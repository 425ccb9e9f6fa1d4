import * as z from 'zod/mini'
import { defineArea } from '../core/define-area.ts'
import { Secret } from './auth.ts'
import { SignedIn } from './user.ts'

const api = defineArea({ tag: 'Sign-in', access: 'public' })

export const beginSignOn = api.post('/auth/sign-on', {
  name: 'auth.beginSignOn',
  changesNothing: true,
  summary: 'Begin a sign-in at the site’s OpenID Connect provider',
  description: 'Keep `request` in this browser and open `url`. The provider leads back to /sign-on.',
  reply: z.object({ data: z.object({ url: z.string(), request: z.string() }) }),
  errors: ['not_found', 'rate_limited', 'unavailable'],
})

export const finishSignOn = api.post('/auth/sign-on/finish', {
  name: 'auth.finishSignOn',
  audit: 'session.started',
  summary: 'Finish a sign-in at the site’s OpenID Connect provider',
  description: 'Works once, within ten minutes, in the browser that began it.',
  body: z.strictObject({
    request: Secret,
    callback: z
      .string()
      .check(z.minLength(1), z.maxLength(8000), z.describe('The query that the provider added, from the ?')),
  }),
  reply: SignedIn,
  errors: ['social_rejected', 'second_factor_required', 'conflict', 'rate_limited', 'unavailable'],
})
