import * as z from 'zod/mini'
import { Id, text } from '../core/common.ts'
import { CRMS } from '../core/crms/index.ts'
import { defineArea } from '../core/define-area.ts'

/**
 * Mode of the Google library: popup with a code (the default), popup with an access token, or its button with an ID
 * credential.
 */
export const GOOGLE_POPUP_TYPES = ['CODE', 'TOKEN', 'CREDENTIAL'] as const
export type GooglePopupType = (typeof GOOGLE_POPUP_TYPES)[number]

/** Social sign-in of a site; null for vendors that are not set up and have no button. */
export const SocialSettings = z.object({
  google: z.nullable(z.object({ client_id: z.string(), popup_type: z.enum(GOOGLE_POPUP_TYPES) })),
  facebook: z.nullable(
    z.object({
      app_id: z.string(),
      version: z.string(),
      page_view: z.boolean().check(z.describe('Whether the SDK sends its page-view event')),
    }),
  ),
  openid: z
    .optional(z.object({ label: z.string() }))
    .check(z.describe('Sign-on with the site’s OpenID Connect provider')),
})

/** Map tiles, when the operator has configured a tile server. */
export const MapTiles = z.object({
  url: z.string().check(z.describe('Template of raster tiles with `{z}`, `{x}` and `{y}`')),
  attribution: z.string().check(z.describe('Attribution shown on the map, as plain text')),
})

export const CHAT_VENDORS = ['intercom', 'crisp'] as const

/** A link in Resources: a page of the product (`/help`) or an external address. */
export const MenuLink = z.object({ label: z.string(), url: z.string() })

/** Brand of a domain (spec section 3, Business settings). `domain` is the requested one. Image addresses are paths. */
export const SiteSettings = z.object({
  name: z.string(),
  domain: z.string(),
  script: z
    .nullable(z.string())
    .check(
      z.describe(
        'HTML that the server adds to pages of the site’s own domain (contract/branding/script-zone.ts)',
      ),
    ),
  logo: z.nullable(z.string()),
  logo_dark: z.nullable(z.string()).check(z.describe('Logo for dark backgrounds; null: the same logo')),
  icon: z
    .string()
    .check(z.describe('Path of the icon: the chosen one, or the first letter on the button color')),
  content: z.nullable(z.string()).check(z.describe('Sanitized HTML beside the sign-in form')),
  login_page_bg_color: z.string(),
  sidebar_background_color: z.string(),
  button_color: z.string(),
  secondary_color: z.string(),
  text_color: z.string(),
  heading_color: z.string(),
  blue_color: z.string().check(z.describe('For information')),
  light_blue_color: z.string().check(z.describe('For information and charts')),
  crms: z.array(z.enum(CRMS)),
  menu: z.array(MenuLink).check(z.describe('Links of the section Resources')),
  show_training_center: z.boolean(),
  support_email: z.nullable(z.string()),
  sign_up: z.boolean().check(z.describe('Whether people can register')),
  password_min_length: z.int(),
  social: SocialSettings,
  chat: z
    .nullable(z.object({ vendor: z.enum(CHAT_VENDORS), app_id: z.string() }))
    .check(z.describe('Support chat; `hash_hmac` (GET /api/me) proves the user’s identity')),
  terms: z.nullable(z.object({ id: Id, version: z.int(), title: z.string() })),
  map_tiles: z.nullable(MapTiles),
})
export type SiteSettings = z.output<typeof SiteSettings>

const api = defineArea({ tag: 'Branding', access: 'public' })

export const siteSettings = api.post('/api/site-settings', {
  name: 'sites.settings',
  changesNothing: true,
  summary: 'Brand of a domain',
  description: 'An unknown domain gets the default brand, which names nobody.',
  body: z.strictObject({ domain: text(253) }),
  reply: z.object({ data: SiteSettings }),
})
