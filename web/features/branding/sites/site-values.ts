import { DEFAULT_BRAND } from '#contract/branding/default-brand.ts'
import { type ImageKind, SITE_COLORS, type Site, type updateSite } from '#contract/branding/site.ts'
import type { SiteSettings } from '#contract/branding/sites.ts'
import { CRMS } from '#contract/core/crms/index.ts'
import type { CallInput } from '#contract/core/endpoint.ts'
import { imageSizeError } from '#contract/core/files.ts'
import { MESSAGES } from '#contract/core/messages.ts'

export type SiteChange = NonNullable<CallInput<typeof updateSite>['body']>

/** Colors of a site with their labels and defaults. */
export const COLOR_FIELDS = [
  { name: 'button_color', label: 'Buttons and links' },
  { name: 'secondary_color', label: 'Secondary' },
  { name: 'heading_color', label: 'Headings' },
  { name: 'text_color', label: 'Text' },
  { name: 'blue_color', label: 'Information' },
  { name: 'light_blue_color', label: 'Charts' },
  { name: 'sidebar_background_color', label: 'Sidebar' },
  { name: 'login_page_bg_color', label: 'Sign-in page' },
].map((field) => ({ ...field, standard: DEFAULT_BRAND[field.name as ColorName] })) as {
  name: ColorName
  label: string
  standard: string
}[]
type ColorName = (typeof SITE_COLORS)[number]

export const IMAGE_FIELDS = [
  {
    name: 'logo',
    label: 'Logo',
    hint: 'Replaces the name in the sidebar, on the sign-in page and in emails',
  },
  { name: 'logo_dark', label: 'Logo for dark backgrounds', hint: 'Used in dark mode and on dark sidebars' },
  {
    name: 'icon',
    label: 'Icon',
    hint: 'Square, for browser tabs and the home screen. Default: the first letter',
  },
] as const satisfies readonly { name: Exclude<ImageKind, 'content'>; label: string; hint: string }[]

/** Fields whose empty text means the default. */
type Texts<K extends string> = Record<K, string>
const pickTexts = <K extends keyof Site>(site: Site, names: readonly K[]) =>
  Object.fromEntries(names.map((name) => [name, site[name] ?? ''])) as Texts<K & string>
/** Empty texts become null, the default. */
const orNull = <T extends object>(values: T) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.trim() || null : value,
    ]),
  ) as Record<keyof T & string, never>

const PROFILE_TEXTS = ['name', 'support_email', 'mail_from'] as const
export const profileValues = (site: Site) => ({
  ...pickTexts(site, PROFILE_TEXTS),
  crms: (site.crms ?? [...CRMS]) as string[],
  show_training_center: site.show_training_center,
})
export const toProfile = ({ crms, ...values }: ReturnType<typeof profileValues>): SiteChange => ({
  ...orNull(values),
  crms: crms.length === CRMS.length ? null : (crms as SiteChange['crms']),
})

const BRAND_TEXTS = ['logo', 'logo_dark', 'icon', ...SITE_COLORS, 'content'] as const
export const brandValues = (site: Site): Texts<(typeof BRAND_TEXTS)[number]> => pickTexts(site, BRAND_TEXTS)
export const toBrand = (values: ReturnType<typeof brandValues>): SiteChange => orNull(values)

export const signUpValues = (site: Site) => ({
  ...pickTexts(site, ['google_client_id', 'google_popup_type', 'facebook_app_id']),
  google_client_secret: '',
  facebook_app_secret: '',
  facebook_page_view: site.facebook_page_view ?? false,
  sign_up: site.sign_up,
  sign_up_plan_id: site.sign_up_plan_id === null ? '' : String(site.sign_up_plan_id),
  sign_up_credits: site.sign_up_credits as number | '',
})

/** A secret: a typed one is sent, one whose application was removed is removed, else the stored one stays. */
const secret = <K extends string>(name: K, typed: string, application: string) =>
  (typed.trim() ? { [name]: typed.trim() } : application.trim() ? {} : { [name]: null }) as Partial<
    Record<K, string | null>
  >

export const toSignUp = (values: ReturnType<typeof signUpValues>, site: Site): SiteChange => {
  const { google_client_secret, facebook_app_secret, sign_up_plan_id, sign_up_credits, ...rest } = values
  return {
    ...orNull(rest),
    ...secret('google_client_secret', google_client_secret, rest.google_client_id),
    ...secret('facebook_app_secret', facebook_app_secret, rest.facebook_app_id),
    ...(sign_up_plan_id ? { sign_up_plan_id: Number(sign_up_plan_id) } : {}),
    ...(site.can.set_credits ? { sign_up_credits: sign_up_credits as number } : {}),
  }
}

export const scriptValues = (site: Site) => ({
  ...pickTexts(site, ['script', 'chat_vendor', 'chat_app_id']),
  script_hosts: site.script_hosts.join('\n'),
  chat_secret: '',
})
export const toScript = (values: ReturnType<typeof scriptValues>): SiteChange => {
  const { script_hosts, chat_secret, ...rest } = values
  return {
    ...orNull(rest),
    ...(rest.chat_vendor ? {} : { chat_app_id: null }),
    ...secret('chat_secret', chat_secret, rest.chat_vendor),
    script_hosts: script_hosts.split(/[\s,]+/).filter(Boolean),
  }
}

/** A site as its pages would show it with these changes. Without its own icon it has none: previews draw the letter. */
export function withChanges(site: Site, change: SiteChange): SiteSettings {
  const chosen = Object.entries({ ...site, ...change }).filter(
    ([name, value]) => value !== null && name in DEFAULT_BRAND,
  )
  return { ...DEFAULT_BRAND, icon: '', ...(Object.fromEntries(chosen) as Partial<SiteSettings>) }
}

const TYPES = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/svg+xml'])
export const IMAGE_TYPES = [...TYPES].join()

/** Why a file cannot be an image of a site; undefined when it can. */
export const imageProblem = (file: { type: string; size: number }): string | undefined =>
  TYPES.has(file.type) ? (imageSizeError(file) ?? undefined) : MESSAGES.type
