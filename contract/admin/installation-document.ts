import * as z from 'zod/mini'
import { AiLimitOverrides } from '../ai/ai-limits.ts'
import { decided as siteSettings } from '../branding/site.ts'
import { text } from '../core/common.ts'
import { SETTING_NAMES } from '../core/settings.ts'
import { DailyLimit, RetentionDays, SourcePrices } from '../sources/searchers.ts'
import {
  CouponKey,
  DomainKey,
  ImageKey,
  InstallationCoupon,
  InstallationDomain,
  InstallationImage,
  InstallationMailServer,
  InstallationSignUp,
  SiteKey,
} from './installation-sites.ts'
import { describeParts, KIT_PARTS, only } from './kit-document.ts'
import { INSTALLATION_PART_NAMES, SITE_PART_NAMES } from './kit-part-names.ts'

/** Resellers whose sites one document describes. */
const MAX_SITES = 1000

const nullable = <Schema extends z.ZodMiniType>(schema: Schema) => z._default(z.nullable(schema), null)

/** A lead source where it differs from what it is by default. */
export const InstallationSource = z
  .strictObject({
    on: z._default(z.boolean(), true),
    place: nullable(z.int().check(z.minimum(1), z.maximum(1000))).check(
      z.describe('In the order of sources; null: after those that have one'),
    ),
    prices: z._default(SourcePrices, {}),
    daily_limit: z._default(DailyLimit, null),
    retention_days: nullable(RetentionDays),
    keys: nullable(z.record(text(60), z.string().check(z.minLength(1), z.maxLength(2000)))).check(
      z.describe(
        'The installation’s own key, by the fields of its form: a reference to an environment variable',
      ),
    ),
    key_daily_limit: z._default(DailyLimit, null),
  })
  .check(
    z.refine((source) => source.keys !== null || source.key_daily_limit === null, {
      error: 'key_daily_limit needs keys',
    }),
  )
export type InstallationSource = z.output<typeof InstallationSource>

const Secret = z
  ._default(z.nullable(text(300)), null)
  .check(z.describe('A reference to an environment variable'))

/** A site beside its colors, texts and links, which have parts of their own. */
export const InstallationSite = z.strictObject({
  name: z._default(siteSettings.name, null),
  support_email: z._default(siteSettings.support_email, null),
  mail_from: z._default(siteSettings.mail_from, null),
  crms: z._default(siteSettings.crms, null),
  logo: z._default(siteSettings.logo, null),
  logo_dark: z._default(siteSettings.logo_dark, null),
  icon: z._default(siteSettings.icon, null),
  google_client_id: z._default(siteSettings.google_client_id, null),
  google_client_secret: Secret,
  google_popup_type: z._default(siteSettings.google_popup_type, null),
  facebook_app_id: z._default(siteSettings.facebook_app_id, null),
  facebook_app_secret: Secret,
  facebook_page_view: z._default(siteSettings.facebook_page_view, null),
  chat_vendor: z._default(siteSettings.chat_vendor, null),
  chat_app_id: z._default(siteSettings.chat_app_id, null),
  chat_secret: Secret,
  script: z._default(siteSettings.script, null),
  script_hosts: z._default(siteSettings.script_hosts, []),
})
export type InstallationSite = z.output<typeof InstallationSite>

/** What describes an installation. Its plans are the packages of its own account. */
export const INSTALLATION_PARTS = {
  switches: {
    key: z.string().check(
      z.refine((key) => (SETTING_NAMES as readonly string[]).includes(key), {
        error: `Write one of ${SETTING_NAMES.join(', ')}`,
      }),
    ),
    content: z.boolean(),
  },
  limits: { key: only('ai'), content: AiLimitOverrides },
  sources: { key: text(60), content: InstallationSource },
  images: { key: ImageKey, content: InstallationImage },
  domains: { key: DomainKey, content: InstallationDomain },
  site: { key: only('own'), content: InstallationSite },
  mail_server: { key: only('own'), content: InstallationMailServer },
  brand: KIT_PARTS.brand,
  menu: KIT_PARTS.menu,
  mail_templates: KIT_PARTS.mail_templates,
  training_pages: KIT_PARTS.training_pages,
  courses: KIT_PARTS.courses,
  packages: KIT_PARTS.packages,
  coupons: { key: CouponKey, content: InstallationCoupon },
  sign_up: { key: only('own'), content: InstallationSignUp },
} as const

/** What a document may not say although each of its settings is right. `path` names the setting. */
function listContradictions({ images = {}, domains = {}, ...rest }: SiteDocument) {
  const used = JSON.stringify(rest)
  const unused = Object.keys(images).filter((id) => !used.includes(id))
  const others = Object.entries(domains).filter(([, { primary }]) => primary)
  return [
    ...unused.map((id) => ({
      path: ['images', id],
      message: 'Neither the site nor its text uses this image',
    })),
    ...others.slice(1).map(([host]) => ({
      path: ['domains', host],
      message: 'Another domain is the primary one already',
    })),
  ]
}

const checkTogether = z.check<SiteDocument>(({ value, issues }) => {
  for (const { path, message } of listContradictions(value))
    issues.push({ code: 'custom', input: value, path, message })
})

/** The site of a reseller. A part that is absent is left alone; one that is there is all there is of it. */
const SiteDocument = z.strictObject(describeParts(SITE_PART_NAMES, INSTALLATION_PARTS))
export type SiteDocument = z.output<typeof SiteDocument>

/** An installation as a document. A part that is absent is left alone; one that is there is all there is of it. */
export const InstallationDocument = z
  .strictObject({
    installation: text(100).check(z.describe('Its name, for people')),
    ...describeParts(INSTALLATION_PART_NAMES, INSTALLATION_PARTS),
    sites: z
      .optional(
        z
          .record(SiteKey, SiteDocument.check(checkTogether))
          .check(z.refine((all) => Object.keys(all).length <= MAX_SITES, { error: `At most ${MAX_SITES}` })),
      )
      .check(
        z.describe(
          'Sites of resellers who are there already, by their owners; those not named are left alone',
        ),
      ),
  })
  .check(checkTogether)
export type InstallationDocument = z.output<typeof InstallationDocument>

/** A document in a reply: as it was written, without what a reader fills in. */
export const WrittenInstallationDocument = z
  .record(z.string(), z.unknown())
  .check(z.describe('A document as the body of `installation.apply` has it'))
