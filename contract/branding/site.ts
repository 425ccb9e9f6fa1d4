import * as z from 'zod/mini'
import { isHttps, isInside } from '../core/addresses.ts'
import { Id, IdParam, Timestamp, text } from '../core/common.ts'
import { CRMS } from '../core/crms/index.ts'
import { defineArea } from '../core/define-area.ts'
import { MESSAGES } from '../core/messages.ts'
import { CHAT_VENDORS, GOOGLE_POPUP_TYPES, MenuLink } from './sites.ts'

/** The site: your own account's by default. Another account's is for administrators. */
export const siteQuery = { account_id: z.optional(IdParam) }
/** The option of commands for it. */
export const siteOption = {
  account: { field: 'account_id', help: 'Account of a reseller, for administrators; your own by default' },
}
export const siteScope = z.strictObject(siteQuery)
export const brandAccess = { can: 'manage_brand' } as const

export const SiteColor = z.nullable(
  z.string().check(z.trim(), z.regex(/^#[0-9a-fA-F]{6}$/, { error: MESSAGES.type })),
)
const Email = z.nullable(z.email().check(z.maxLength(254)))
const Key = (length: number) => z.nullable(text(length))
const MAX_HTML = 20_000

/** Colors of a site; null means the default. */
export const SITE_COLORS = [
  'button_color',
  'secondary_color',
  'heading_color',
  'text_color',
  'blue_color',
  'light_blue_color',
  'sidebar_background_color',
  'login_page_bg_color',
] as const

/** Images of a site; `content` is an image in the text beside the sign-in form. */
export const IMAGE_KINDS = ['logo', 'logo_dark', 'icon', 'content'] as const
export type ImageKind = (typeof IMAGE_KINDS)[number]

/** Path of an uploaded image (`sites.uploadImage`). */
const Image = z.nullable(
  z.string().check(z.regex(/^\/brand-images\/[a-f0-9]{32}\.(?:png|webp)$/, { error: MESSAGES.type })),
)

/** Host name of a script: `cdn.example.com`, or `*.example.com` for all subdomains. */
const ScriptHost = z.string().check(
  z.trim(),
  z.toLowerCase(),
  z.regex(/^(?:\*\.)?(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/, {
    error: MESSAGES.type,
  }),
)
const SiteLink = z.strictObject({
  label: text(60),
  url: z.string().check(
    z.trim(),
    z.maxLength(500),
    z.refine((url) => isHttps(url) || isInside(url), { error: MESSAGES.url }),
  ),
})

/** Links of the section Resources. */
export const SiteMenu = z.array(SiteLink).check(z.maxLength(20))
/** HTML beside the sign-in form. */
export const SiteContent = z.string().check(z.maxLength(MAX_HTML))

/** Settings of a site. Null means the default. */
export const decided = {
  name: z.nullable(text(100)),
  logo: Image,
  logo_dark: Image,
  icon: Image,
  ...(Object.fromEntries(SITE_COLORS.map((name) => [name, SiteColor])) as Record<
    (typeof SITE_COLORS)[number],
    typeof SiteColor
  >),
  content: z
    .nullable(SiteContent)
    .check(z.describe('HTML beside the sign-in form, sanitized when it is saved')),
  script: z
    .nullable(z.string().check(z.maxLength(MAX_HTML)))
    .check(
      z.describe(
        'HTML with script elements, for the site’s own verified domains. It can read the token of signed-in users',
      ),
    ),
  script_hosts: z
    .array(ScriptHost)
    .check(z.maxLength(20), z.describe('Hosts that the script loads from and connects to')),
  crms: z.nullable(z.array(z.enum(CRMS))).check(z.describe('CRMs that can be connected; null means all')),
  menu: z.nullable(SiteMenu).check(z.describe('Links of the section Resources')),
  show_training_center: z.boolean(),
  support_email: Email,
  mail_from: Email.check(
    z.describe('Sender address at a verified domain of the site. The sender name is the site’s'),
  ),
  sign_up: z.boolean().check(z.describe('Whether people can register')),
  sign_up_plan_id: z.nullable(Id).check(z.describe('Sign-up plan, one of `sign_up_plans`')),
  sign_up_credits: z
    .int()
    .check(
      z.minimum(0),
      z.maximum(1_000_000),
      z.describe('Free credits of that plan; only administrators change them'),
    ),
  google_client_id: Key(300),
  google_popup_type: z.nullable(z.enum(GOOGLE_POPUP_TYPES)),
  facebook_app_id: Key(100),
  facebook_page_view: z.nullable(z.boolean()),
  chat_vendor: z.nullable(z.enum(CHAT_VENDORS)),
  chat_app_id: z.nullable(z.string().check(z.trim(), z.regex(/^[\w-]{1,100}$/, { error: MESSAGES.type }))),
}

/** Stored sealed and never shown again: absent keeps it, null removes it. */
const secrets = { google_client_secret: Key(300), facebook_app_secret: Key(300), chat_secret: Key(300) }

/** The site of an account with its brand settings and their dependencies. */
export const Site = z.object({
  account_id: Id,
  id: z.nullable(Id).check(z.describe('Id of the site for `terms.publish`; null until it was saved once')),
  is_platform: z.boolean().check(z.describe('The installation’s own; used by its emails and shared domains')),
  ...decided,
  logo: z.nullable(z.string()),
  logo_dark: z.nullable(z.string()),
  icon: z.nullable(z.string()),
  menu: z.nullable(z.array(MenuLink)),
  mail_from: z.nullable(z.string()),
  support_email: z.nullable(z.string()),
  has_google_client_secret: z.boolean(),
  has_facebook_app_secret: z.boolean(),
  has_chat_secret: z.boolean(),
  sign_up_plans: z.array(
    z.object({ id: Id, name: z.string(), modules: z.array(z.string()), credits: z.int() }),
  ),
  terms: z.nullable(z.object({ id: Id, version: z.int(), title: z.string() })),
  url: z.string().check(z.describe('Base address of links in emails')),
  can: z.object({
    set_credits: z.boolean(),
    publish_terms: z.boolean().check(z.describe('Only owners of the account can publish terms')),
  }),
  updated_at: z.nullable(Timestamp),
})
export type Site = z.output<typeof Site>

const api = defineArea({ tag: 'Branding', access: { can: 'manage_brand' }, scope: 'write' })

export const showSite = api.get('/api/wl/site', {
  name: 'sites.show',
  reads: ['brand'],
  summary: 'Brand and settings of your site',
  description:
    'Administrators of the platform see the installation’s own, or a reseller’s with `account_id`.',
  query: siteScope,
  reply: z.object({ data: Site }),
  errors: ['not_found'],
  cli: {
    name: 'brand show',
    summary: 'Brand and addresses of your site',
    options: { account: { field: 'account_id', help: 'The site of this reseller (administrators)' } },
    text: ['{name}', 'Address: {url}', '[Support: {support_email}]'],
  },
})

export const updateSite = api.put('/api/wl/site', {
  name: 'sites.update',
  changes: ['brand', 'checklist', 'resellers'],
  audit: 'brand.changed',
  summary: 'Change brand and settings of your site',
  description: 'Absent fields keep their value, null is the default.',
  query: siteScope,
  body: z.partial(z.strictObject({ ...decided, ...secrets })),
  reply: z.object({ data: Site, message: z.string() }),
  errors: ['not_found', 'forbidden'],
})

/** An uploaded image, resized to PNG or WebP, under an immutable name. */
export const SiteImage = z.object({ url: z.string(), width: z.int(), height: z.int() })

export const uploadSiteImage = api.create('/api/wl/site/images', {
  name: 'sites.uploadImage',
  kind: 'upload',
  audit: 'brand.image_added',
  summary: 'Add an image to a site',
  description:
    'PNG, JPEG, WebP, GIF or SVG of up to 5 MB as raw bytes. The answer’s `url` goes into `logo`, `logo_dark`, `icon` or `content` of the site. The image is re-encoded, which removes SVG code and metadata.',
  query: z.strictObject({ ...siteQuery, kind: z.enum(IMAGE_KINDS) }),
  reply: z.object({ data: SiteImage }),
  errors: ['payload_too_large', 'validation_failed', 'not_found'],
})

/** A setup step with its current state. */
export const SetupStep = z.object({
  key: z.string().check(z.describe('`domain`, `brand`, `mail`, `payment`, `package`, `first_customer`, …')),
  title: z.string(),
  state: z.enum(['done', 'missing', 'unknown']),
  missing: z.nullable(z.string()).check(z.describe('What is missing, or why it could not be checked')),
  link: z.string().check(z.describe('Page for this step')),
})
export type SetupStep = z.output<typeof SetupStep>

export const setupSteps = api.get('/api/wl/setup', {
  name: 'sites.setup',
  reads: ['brand', 'domains', 'mails'],
  summary: 'Setup steps with their current state',
  query: siteScope,
  reply: z.object({ data: z.array(SetupStep) }),
  errors: ['not_found'],
})
