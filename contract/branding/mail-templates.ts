import * as z from 'zod/mini'
import { Timestamp } from '../core/common.ts'
import { defineArea } from '../core/define-area.ts'
import { MAIL_CATEGORIES, MAIL_GROUPS, type MailGroup } from './mail-kinds/define.ts'
import { MAIL_TEMPLATE_NAMES } from './mail-kinds/index.ts'
import { brandAccess, siteQuery } from './site.ts'

/** Languages of mails. The built-in texts are English. */
export const MAIL_LANGUAGES = {
  en: 'English',
  de: 'German',
  fr: 'French',
  es: 'Spanish',
  pt: 'Portuguese',
  it: 'Italian',
  nl: 'Dutch',
} as const
export type MailLanguage = keyof typeof MAIL_LANGUAGES
const Language = z.enum(Object.keys(MAIL_LANGUAGES) as [MailLanguage, ...MailLanguage[]])

/** Number of versions kept per text. */
export const MAX_MAIL_VERSIONS = 50

/** Text of the editor (ProseMirror JSON), validated when it is saved. */
const RichDoc = z
  .looseObject({ type: z.literal('doc') })
  .check(z.describe('A document of ProseMirror, with the nodes of the editor'))

/** Contents of a mail: `subject` and `preheader` are one paragraph each. */
export const MailContent = z.strictObject({ subject: RichDoc, preheader: RichDoc, doc: RichDoc })
export type MailContent = z.output<typeof MailContent>

/** Variables that a text can contain. */
export const MailVariable = z.object({
  name: z.string(),
  label: z.string(),
  kind: z
    .enum(['text', 'button', 'code', 'lines'])
    .check(z.describe('`text` goes into lines; the others are parts of their own')),
  required: z.boolean(),
  sample: z.string(),
})
export type MailVariable = z.output<typeof MailVariable>

const summary = {
  name: z.enum(MAIL_TEMPLATE_NAMES),
  title: z.string(),
  group: z.enum(Object.keys(MAIL_GROUPS) as [MailGroup, ...MailGroup[]]),
  category: z.enum(MAIL_CATEGORIES),
  customized: z.boolean(),
  updated_at: z.nullable(Timestamp),
}
export const MailTemplateSummary = z.object(summary)
export type MailTemplateSummary = z.output<typeof MailTemplateSummary>

const Version = z.object({
  version: z.int(),
  is_default: z.boolean(),
  author: z.nullable(z.string()),
  created_at: Timestamp,
})

export const MailTemplateDetails = z.object({
  ...summary,
  content: MailContent,
  variables: z.array(MailVariable),
  version: z.int().check(z.describe('0: unchanged. Send it back when you save')),
  is_shared: z.boolean().check(z.describe('From the platform: the default for resellers')),
  is_platform: z.boolean(),
  versions: z.array(Version).check(z.describe('Newest first')),
})
export type MailTemplateDetails = z.output<typeof MailTemplateDetails>

const api = defineArea({ tag: 'Mail', access: brandAccess, scope: 'write' })
const query = z.strictObject(siteQuery)
const params = z.object({ name: z.enum(MAIL_TEMPLATE_NAMES) })
const DetailsReply = z.object({ data: MailTemplateDetails, message: z.optional(z.string()) })
const changes = ['mail_templates'] as const

export const mailTemplates = api.get('/api/wl/email-templates', {
  name: 'mailTemplates.index',
  reads: ['mail_templates'],
  summary: 'Every email of a brand, in groups',
  query,
  reply: z.object({ data: z.array(MailTemplateSummary), language: Language }),
  errors: ['not_found'],
})

export const setMailLanguage = api.put('/api/wl/email-language', {
  name: 'mailTemplates.language',
  changes,
  audit: 'mail_template.saved',
  summary: 'Set the language of a brand’s emails',
  description: 'Each language has its own texts. Untranslated ones are the built-in ones.',
  query,
  body: z.strictObject({ language: Language }),
  reply: z.object({ success: z.literal(true), message: z.optional(z.string()) }),
  errors: ['not_found'],
})

export const showMailTemplate = api.get('/api/wl/email-templates/{name}', {
  name: 'mailTemplates.show',
  reads: ['mail_templates'],
  summary: 'One email: its text, variables and versions',
  params,
  query,
  reply: DetailsReply,
})

export const saveMailTemplate = api.put('/api/wl/email-templates/{name}', {
  name: 'mailTemplates.save',
  changes,
  audit: 'mail_template.saved',
  summary: 'Save the text of an email as a new version',
  params,
  query,
  body: z.strictObject({
    ...MailContent.shape,
    version: z.int().check(z.minimum(0), z.describe('The version you edited')),
    is_shared: z.optional(z.boolean()),
  }),
  reply: DetailsReply,
  errors: ['validation_failed', 'conflict'],
})

export const resetMailTemplate = api.post('/api/wl/email-templates/{name}/reset', {
  name: 'mailTemplates.reset',
  changes,
  idempotent: true,
  audit: 'mail_template.reset',
  summary: 'Restore the default text of an email; versions are kept',
  params,
  query,
  reply: DetailsReply,
})

export const restoreMailTemplate = api.post('/api/wl/email-templates/{name}/restore', {
  name: 'mailTemplates.restore',
  changes,
  idempotent: true,
  audit: 'mail_template.restored',
  summary: 'Restore an earlier version of an email',
  params,
  query,
  body: z.strictObject({ version: z.int().check(z.minimum(1)) }),
  reply: DetailsReply,
})

export const previewMailTemplate = api.post('/api/wl/email-templates/{name}/preview', {
  name: 'mailTemplates.preview',
  scope: 'read',
  changesNothing: true,
  summary: 'Render a text with sample values, without saving it',
  params,
  query,
  body: MailContent,
  reply: z.object({ data: z.object({ subject: z.string(), html: z.string(), text: z.string() }) }),
  errors: ['validation_failed'],
})

export const testMailTemplate = api.post('/api/wl/email-templates/{name}/test', {
  name: 'mailTemplates.test',
  idempotent: true,
  audit: 'mail_template.test_sent',
  summary: 'Send a text with sample values to yourself, without saving it',
  params,
  query,
  body: MailContent,
  reply: z.object({
    data: z.object({ to: z.string(), accepted: z.boolean(), reply: z.string() }),
  }),
  errors: ['validation_failed'],
})
