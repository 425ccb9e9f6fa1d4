import * as z from 'zod/mini'
import { MAIL_TEMPLATE_NAMES } from '../branding/mail-kinds/index.ts'
import { MAIL_LANGUAGES, MailContent, type MailLanguage } from '../branding/mail-templates.ts'
import { SITE_COLORS, SiteColor, SiteContent, SiteMenu } from '../branding/site.ts'
import { MAX_COURSE_PAGES, MAX_PAGE_HTML } from '../branding/training-content.ts'
import { text } from '../core/common.ts'

const colors = Object.fromEntries(
  SITE_COLORS.map((name) => [name, z._default(SiteColor, null)]),
) as unknown as Record<(typeof SITE_COLORS)[number], z.ZodMiniDefault<typeof SiteColor>>

/** Colors and texts of a site, without what makes it one seller’s: name, images, domains, scripts and keys. */
export const KitBrand = z
  .strictObject({
    ...colors,
    content: z._default(z.nullable(SiteContent), null),
    show_training_center: z._default(z.boolean(), true),
  })
  .check(
    z.refine(({ show_training_center: shows, ...rest }) => !shows || Object.values(rest).some(Boolean), {
      error: 'All of it is the default. Leave the brand out',
    }),
  )
export type KitBrand = z.output<typeof KitBrand>

export const KitMenu = z.strictObject({ links: SiteMenu })
export type KitMenu = z.output<typeof KitMenu>

/** An own text of a page of the built-in course. */
export const KitTrainingPage = z.strictObject({
  title: text(150),
  html: z.string().check(z.minLength(1), z.maxLength(MAX_PAGE_HTML)),
  is_hidden: z._default(z.boolean(), false),
})
export type KitTrainingPage = z.output<typeof KitTrainingPage>

/** A course of the account's own, with its published pages in their order. */
export const KitCourse = z.strictObject({
  topic: text(100),
  summary: z._default(z.string().check(z.trim(), z.maxLength(500)), ''),
  is_hidden: z._default(z.boolean(), false),
  pages: z._default(
    z
      .array(
        z.strictObject({
          title: text(150),
          html: z._default(z.string().check(z.maxLength(MAX_PAGE_HTML)), ''),
          is_hidden: z._default(z.boolean(), false),
        }),
      )
      .check(z.maxLength(MAX_COURSE_PAGES)),
    [],
  ),
})
export type KitCourse = z.output<typeof KitCourse>

/** A text of an email in a language: `en/sign_in_code`. */
export const MailTextKey = z.string().check(
  z.refine(
    (key) => {
      const [language = '', name = '', ...rest] = key.split('/')
      const isKnown = (MAIL_TEMPLATE_NAMES as readonly string[]).includes(name)
      return language in MAIL_LANGUAGES && isKnown && rest.length === 0
    },
    { error: `Write it as LANGUAGE/email, with one of the languages ${languages()}` },
  ),
)
function languages(): string {
  return (Object.keys(MAIL_LANGUAGES) as MailLanguage[]).join(', ')
}
export const KitMail = MailContent
