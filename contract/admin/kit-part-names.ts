/** Largest body of a call that takes a document, in bytes. */
export const KIT_BODY_LIMIT = 4 * 1024 * 1024
/** The same for a document that describes an installation with its images. */
export const INSTALLATION_BODY_LIMIT = 32 * 1024 * 1024

/**
 * The settings that kits carry, in the order in which they are applied: what others name comes first. Each has its
 * schema in `kit-document.ts` and its `defineKitPart` in the module that owns the settings. Without schemas, so that
 * pages load no more than they show.
 */
const KIT_PART_LABELS = {
  custom_fields: 'Custom fields',
  labels: 'Labels and their rules',
  services: 'Services',
  views: 'Shared views',
  export_templates: 'Shared export templates',
  waterfalls: 'Waterfalls',
  prompts: 'Shared AI prompts',
  training_texts: 'AI training texts',
  training_questions: 'AI training questions',
  autopilots: 'Autopilots',
  crm_fields: 'CRM field rules',
  webhooks: 'Webhooks',
  forms: 'Forms',
  audit_page: 'Audit page',
  brand: 'Brand colors and texts',
  menu: 'Links of the menu',
  mail_templates: 'Email texts',
  training_pages: 'Texts of the training center',
  courses: 'Own courses',
  packages: 'Packages',
} as const

export type KitPartName = keyof typeof KIT_PART_LABELS
export const KIT_PART_NAMES = Object.keys(KIT_PART_LABELS) as [KitPartName, ...KitPartName[]]

/** What describes an installation, in the order in which it is applied. Some are those of kits. */
export const INSTALLATION_PART_NAMES = [
  'switches',
  'limits',
  'sources',
  'images',
  'domains',
  'site',
  'mail_server',
  'brand',
  'menu',
  'mail_templates',
  'training_pages',
  'courses',
  'packages',
  'coupons',
  'sign_up',
] as const
/** Those of them that the site of a reseller has, too. */
export const SITE_PART_NAMES = INSTALLATION_PART_NAMES.slice(3) as SitePartName[]
export type SitePartName = Exclude<InstallationPartName, 'switches' | 'limits' | 'sources'>
export type InstallationPartName = (typeof INSTALLATION_PART_NAMES)[number]

/** What people read; a part of another version is shown as it is named. */
export const partLabel = (part: string): string => KIT_PART_LABELS[part as KitPartName] ?? part
