import { isDeepStrictEqual } from 'node:util'
import type { InstallationSite } from '#contract/admin/installation-document.ts'
import type { KitBrand, KitMenu } from '#contract/admin/kit-site.ts'
import { SITE_COLORS } from '#contract/branding/site.ts'
import type { Context } from '#server/platform/context.ts'
import { type Actor, hasModule } from '#server/platform/http/actor.ts'
import { defineKitPart } from '#server/platform/kit-part.ts'
import { pick } from '#server/platform/pick.ts'
import { cleanContent } from './clean-content.ts'
import { domainsKitPart } from './domains-kit.ts'
import { imagesKitPart } from './images-kit.ts'
import { signUpKitPart } from './sign-up-kit.ts'
import { mayMailFrom, updateBrandSettings } from './site-editing.ts'
import { findSiteScope } from './site-scope.ts'
import type { SiteRow } from './sites-store.ts'
import { vendorContext } from './social-settings.ts'

const findOwnSite = async (ctx: Context, actor: Actor): Promise<SiteRow | null> =>
  hasModule(actor, 'whitelabel') ? (await findSiteScope(ctx, actor, undefined)).site : null

/** One setting of a site, which is there unless it is the default. */
const listOne = <Content>(content: Content | null | undefined) =>
  new Map(content ? [['site', { id: 'site', content }]] : [])

const DEFAULT_BRAND: KitBrand = {
  ...(Object.fromEntries(SITE_COLORS.map((name) => [name, null])) as Pick<
    KitBrand,
    (typeof SITE_COLORS)[number]
  >),
  content: null,
  show_training_center: true,
}

const isDefault = ({ show_training_center: shows, ...rest }: KitBrand): boolean =>
  shows && !Object.values(rest).some(Boolean)

const saveBrand = (ctx: Context, actor: Actor, content: KitBrand) =>
  updateBrandSettings(ctx, actor, undefined, content)
const saveMenu = (ctx: Context, actor: Actor, menu: KitMenu['links'] | null) =>
  updateBrandSettings(ctx, actor, undefined, { menu })

const SITE_SETTINGS = [
  ...(['name', 'support_email', 'mail_from', 'crms', 'logo', 'logo_dark', 'icon'] as const),
  ...(['google_client_id', 'google_popup_type', 'facebook_app_id', 'facebook_page_view'] as const),
  ...(['chat_vendor', 'chat_app_id', 'script'] as const),
] as const
/** Secrets, by the vendor for which they are sealed. */
const SECRETS = {
  google: 'google_client_secret',
  facebook: 'facebook_app_secret',
  chat: 'chat_secret',
} as const
const VENDORS = Object.keys(SECRETS) as (keyof typeof SECRETS)[]
const DEFAULT_SITE = {
  ...Object.fromEntries([...SITE_SETTINGS, ...Object.values(SECRETS)].map((name) => [name, null])),
  script_hosts: [],
} as unknown as InstallationSite

/** A secret of a site; an empty text for one that can't be read any more, which no document has. */
function openSecret(ctx: Context, site: SiteRow, vendor: keyof typeof SECRETS): string | null {
  const sealed = site[`${SECRETS[vendor]}_sealed`]
  try {
    return sealed && ctx.secretBox.open(sealed, vendorContext(vendor, site.id))
  } catch {
    return ''
  }
}

const readSite = (ctx: Context, site: SiteRow) =>
  ({
    ...pick(site, ...SITE_SETTINGS),
    script_hosts: site.script_hosts ?? [],
    ...Object.fromEntries(VENDORS.map((vendor) => [SECRETS[vendor], openSecret(ctx, site, vendor)])),
  }) as InstallationSite

/** The sender as it is, if it stays: its domain may have been lost since. */
async function saveSite(ctx: Context, actor: Actor, { mail_from, ...content }: InstallationSite) {
  const now = (await findSiteScope(ctx, actor, undefined)).site?.mail_from ?? null
  await updateBrandSettings(ctx, actor, undefined, { ...content, ...(mail_from !== now && { mail_from }) })
}

export const siteKitParts = [
  defineKitPart<KitBrand>({
    name: 'brand',
    module: 'whitelabel',
    normalise: ({ content, ...brand }) => ({ ...brand, content: content && (cleanContent(content) || null) }),
    async list(ctx, actor) {
      const site = await findOwnSite(ctx, actor)
      const brand = site && pick(site, ...SITE_COLORS, 'content', 'show_training_center')
      return listOne(brand && !isDefault(brand) ? brand : null)
    },
    create: (ctx, actor, _name, content) => saveBrand(ctx, actor, content),
    change: (ctx, actor, _id, content) => saveBrand(ctx, actor, content),
    remove: (ctx, actor) => saveBrand(ctx, actor, DEFAULT_BRAND),
  }),
  defineKitPart<KitMenu>({
    name: 'menu',
    module: 'whitelabel',
    async list(ctx, actor) {
      const menu = (await findOwnSite(ctx, actor))?.menu
      return listOne(menu && { links: menu })
    },
    create: (ctx, actor, _name, { links }) => saveMenu(ctx, actor, links),
    change: (ctx, actor, _id, { links }) => saveMenu(ctx, actor, links),
    remove: (ctx, actor) => saveMenu(ctx, actor, null),
  }),
  defineKitPart<InstallationSite>({
    name: 'site',
    module: 'whitelabel',
    conceal: (_name, content, ending) => ({
      ...content,
      ...Object.fromEntries(
        Object.values(SECRETS).map((name) => [
          name,
          content[name] === null ? null : `\${env:${name.toUpperCase()}${ending}}`,
        ]),
      ),
    }),
    async list(ctx, actor) {
      const { site } = await findSiteScope(ctx, actor, undefined)
      const own = site && readSite(ctx, site)
      const isSet = own && !isDeepStrictEqual(own, DEFAULT_SITE)
      return new Map(isSet ? [['own', { id: 'own', content: own }]] : [])
    },
    async findPossible(ctx, actor, _name, content) {
      const { account, site } = await findSiteScope(ctx, actor, undefined)
      const reason =
        'mail_from needs a verified domain: verify the domain of this address, then apply the document again'
      if (content.mail_from === (site?.mail_from ?? null)) return { content, reason: null }
      if (await mayMailFrom(ctx, { site, isPlatform: account.parent_id === null }, content.mail_from))
        return { content, reason: null }
      return { content: { ...content, mail_from: site?.mail_from ?? null }, reason }
    },
    create: (ctx, actor, _name, content) => saveSite(ctx, actor, content),
    change: (ctx, actor, _id, content) => saveSite(ctx, actor, content),
    remove: (ctx, actor) => saveSite(ctx, actor, DEFAULT_SITE),
  }),
  domainsKitPart,
  imagesKitPart,
  signUpKitPart,
]
