import * as z from 'zod/mini'
import { Id, Timestamp, text } from './common.ts'
import { CRMS, MODULES, PASSWORD_MIN_LENGTH, ROLES } from './constants.ts'
import { defineEndpoint } from './endpoint.ts'
import { MESSAGES } from './messages.ts'

/** The signed-in user with the fields of spec section 3. Keys of others are never shown in full. */
export const User = z.object({
  id: Id,
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  role: z.enum(ROLES),
  created_at: Timestamp,
  hash_hmac: z
    .string()
    .check(z.describe('HMAC-SHA256 of the user id, hex; identifies the user to a chat widget')),
  modules: z.array(z.object({ id: z.int(), slug: z.enum(MODULES) })),
  isMainUser: z.boolean(),
  accessToWallet: z.boolean(),
  parentSettings: z.object({ support_open_ai_api_key: z.boolean() }),
  open_ai_api_key: z.nullable(z.string()).check(z.describe('Masked; null when none is stored')),
  account: z.object({ id: Id, name: z.string(), time_zone: z.string() }),
})
export type User = z.output<typeof User>

export const LoginBody = z.object({
  email: z.string().check(z.trim(), z.minLength(1), z.maxLength(320)),
  password: z
    .string()
    .check(z.minLength(PASSWORD_MIN_LENGTH, { error: MESSAGES.passwordMin }), z.maxLength(1000)),
})

export const login = defineEndpoint({
  name: 'auth.login',
  method: 'POST',
  path: '/auth/login',
  access: 'public',
  tag: 'Sign-in',
  summary: 'Sign in with e-mail and password',
  description:
    'Answers an opaque token that stays valid for 30 days or until it is revoked. Send it as `Authorization: Bearer`.',
  body: LoginBody,
  reply: z.object({
    data: z.object({
      authorisation: z.object({ token: z.string(), type: z.literal('bearer'), expires_at: Timestamp }),
      user: User,
    }),
  }),
  errors: ['invalid_credentials', 'rate_limited'],
})

export const logout = defineEndpoint({
  name: 'auth.logout',
  method: 'POST',
  path: '/auth/logout',
  access: {},
  tag: 'Sign-in',
  summary: 'Revoke the token of this call',
  reply: z.object({ success: z.literal(true) }),
})

export const me = defineEndpoint({
  name: 'me.show',
  method: 'GET',
  path: '/api/me',
  access: {},
  tag: 'Account',
  summary: 'The signed-in user',
  reply: z.object({ data: User }),
})

/** Brand of a domain (spec section 3, Business settings). `domain` is the one asked for. */
export const SiteSettings = z.object({
  name: z.string(),
  domain: z.string(),
  script: z.nullable(z.string()),
  logo: z.nullable(z.string()),
  content: z.nullable(z.string()),
  login_page_bg_color: z.string(),
  sidebar_background_color: z.string(),
  button_color: z.string(),
  secondary_color: z.string(),
  text_color: z.string(),
  heading_color: z.string(),
  crms: z.array(z.enum(CRMS)),
  menu: z.array(z.object({ label: z.string(), url: z.string() })),
  show_training_center: z.boolean(),
})
export type SiteSettings = z.output<typeof SiteSettings>

export const siteSettings = defineEndpoint({
  name: 'sites.settings',
  method: 'POST',
  path: '/api/site-settings',
  access: 'public',
  tag: 'Branding',
  summary: 'Brand of a domain',
  description: 'An unknown domain gets the default brand.',
  body: z.object({ domain: text(253) }),
  reply: z.object({ data: SiteSettings }),
})
