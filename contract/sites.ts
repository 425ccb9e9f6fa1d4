import * as z from 'zod/mini'
import { Id, text } from './common.ts'
import { CRMS } from './constants.ts'
import { defineEndpoint } from './endpoint.ts'

/** How the Google library asks: popup with a code (the default), popup with an access token, or its button with an ID credential. */
export const GOOGLE_POPUP_TYPES = ['CODE', 'TOKEN', 'CREDENTIAL'] as const
export type GooglePopupType = (typeof GOOGLE_POPUP_TYPES)[number]

/** Social sign-in of a site; a vendor is null where it is not set up, and its button is not shown then. */
export const SocialSettings = z.object({
  google: z.nullable(z.object({ client_id: z.string(), popup_type: z.enum(GOOGLE_POPUP_TYPES) })),
  facebook: z.nullable(
    z.object({
      app_id: z.string(),
      version: z.string(),
      page_view: z.boolean().check(z.describe('Whether the SDK sends its page-view event')),
    }),
  ),
})

/** Pictures of the earth under every map, when the operator has named a server of them. */
export const MapTiles = z.object({
  url: z.string().check(z.describe('Template of raster tiles with `{z}`, `{x}` and `{y}`')),
  attribution: z.string().check(z.describe('Plain text that stands on the map')),
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
  support_email: z.nullable(z.string()),
  sign_up: z.boolean().check(z.describe('Whether new people can register here')),
  password_min_length: z.int(),
  social: SocialSettings,
  terms: z.nullable(z.object({ id: Id, version: z.int(), title: z.string() })),
  map_tiles: z.nullable(MapTiles),
})
export type SiteSettings = z.output<typeof SiteSettings>

export const siteSettings = defineEndpoint({
  name: 'sites.settings',
  method: 'POST',
  path: '/api/site-settings',
  access: 'public',
  tag: 'Branding',
  changesNothing: true,
  summary: 'Brand of a domain',
  description: 'An unknown domain gets the default brand.',
  body: z.strictObject({ domain: text(253) }),
  reply: z.object({ data: SiteSettings }),
})

export const askDomain = defineEndpoint({
  name: 'sites.askDomain',
  method: 'GET',
  path: '/api/domains/ask',
  access: 'public',
  tag: 'Branding',
  summary: 'Whether a domain is served here',
  description:
    'For a proxy that obtains certificates on demand, such as Caddy (`ask`): 200 for the verified domain of a site and ' +
    'for the main domain of the installation, else 404. Only questions about other domains are counted.',
  query: z.strictObject({ domain: text(253) }),
  reply: z.object({ data: z.object({ domain: z.string() }) }),
  errors: ['not_found', 'rate_limited'],
})

const Color = z.nullable(
  z.string().check(z.trim(), z.regex(/^#[0-9a-f]{6}$/i, { error: 'Enter a color such as #573BFF' })),
)
/** Longest logo as text: an image of about 48 KB. It stands in every page, so it has to be small. */
export const MAX_LOGO_TEXT = 65_536
const LOGO = /^data:image\/(?:png|jpeg|webp|gif|svg\+xml);base64,[a-z0-9+/]+=*$/i

/** What an administrator decides about the brand of the platform itself. Null is the default. */
export const PlatformBrand = z.object({
  name: z.nullable(text(100)),
  logo: z
    .nullable(
      z
        .string()
        .check(
          z.maxLength(MAX_LOGO_TEXT, { error: 'Choose an image of at most 48 KB' }),
          z.regex(LOGO, { error: 'Choose a PNG, JPEG, WebP, GIF or SVG image' }),
        ),
    )
    .check(z.describe('An image as a data URL (`data:image/png;base64,…`)')),
  button_color: Color,
  secondary_color: Color,
  heading_color: Color,
  text_color: Color,
  sidebar_background_color: Color,
  login_page_bg_color: Color,
})
export type PlatformBrand = z.output<typeof PlatformBrand>

const admin = { module: 'admin', role: 'admin' } as const

export const platformBrand = defineEndpoint({
  name: 'sites.brand',
  method: 'GET',
  path: '/api/admin/brand',
  access: admin,
  scope: 'admin',
  tag: 'Branding',
  reads: ['brand'],
  summary: 'Brand of the platform itself',
  reply: z.object({ data: PlatformBrand }),
})

export const updatePlatformBrand = defineEndpoint({
  name: 'sites.updateBrand',
  method: 'PUT',
  path: '/api/admin/brand',
  access: admin,
  scope: 'admin',
  tag: 'Branding',
  changes: ['brand', 'checklist'],
  audit: 'brand.changed',
  summary: 'Change the brand of the platform itself',
  description:
    'It is shown on every domain that has no site of its own, and in the mails of the platform. Sites of resellers ' +
    'keep theirs.',
  body: z.strictObject(PlatformBrand.shape),
  reply: z.object({ data: PlatformBrand, message: z.string() }),
})
