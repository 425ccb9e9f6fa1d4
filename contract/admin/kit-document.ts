import * as z from 'zod/mini'
import { WaterfallConditions, WaterfallStep } from '../activity/run-kinds/waterfall.ts'
import { AI_LIST_TYPES, PROMPT_TYPES } from '../ai/ai-prompt-types.ts'
import { PromptContent } from '../ai/ai-prompts.ts'
import { MAX_TRAINING_ANSWER, MAX_TRAINING_TEXT, TRAINING_LANGUAGES } from '../ai/ai-training.ts'
import { text } from '../core/common.ts'
import { Choices, CUSTOM_FIELD_KINDS } from '../leads/custom-fields.ts'
import { FileChoices } from '../leads/export-templates.ts'
import { LABEL_COLORS } from '../leads/label-colors.ts'
import { LabelRule } from '../leads/labels.ts'
import { LIST_TYPE_IDS } from '../leads/list-types/index.ts'
import { ServiceSignals } from '../leads/reasons.ts'
import { ViewColumns, ViewFilters } from '../leads/views.ts'
import { WANTS } from '../sources/source-kinds/define.ts'
import { KitAutopilot } from './kit-autopilot.ts'
import { CrmTypeKey, KitCrmFields } from './kit-crm.ts'
import { KitAuditPage, KitForm, KitWebhook } from './kit-forms.ts'
import { KitPackage } from './kit-packages.ts'
import { KIT_PART_NAMES, type KitPartName } from './kit-part-names.ts'
import { KitBrand, KitCourse, KitMail, KitMenu, KitTrainingPage, MailTextKey } from './kit-site.ts'

/** Maximum settings of one kind in a document: the largest limit that an account has for one of them. */
const MAX_ITEMS = 500

interface PartDefinition {
  /** Name of one setting in the document. */
  key: z.ZodMiniType<string>
  content: z.ZodMiniType
}

const define = <const Part extends PartDefinition>(part: Part) => part

const typed = (types: readonly string[]) =>
  z.string().check(
    z.maxLength(140),
    z.refine((key) => types.includes(key.split('/')[0] ?? '') && key.split('/').slice(1).join('/') !== '', {
      error: `Write it as TYPE/Name, with one of the types ${types.join(', ')}`,
    }),
  )

/** The name of a setting of which an account has one. */
export const only = (name: string) =>
  z.string().check(z.refine((key) => key === name, { error: `Write “${name}”: there is only one` }))

const Language = z._default(z.enum(['auto', ...TRAINING_LANGUAGES]), 'auto')

/** The shape of each part. People, access and secrets are never in one. */
export const KIT_PARTS = {
  custom_fields: define({
    key: z
      .string()
      .check(z.regex(/^cf_[a-z0-9_]{1,50}$/, { error: 'Write it as cf_name, in small letters' })),
    content: z.strictObject({
      label: text(60),
      kind: z._default(z.enum(CUSTOM_FIELD_KINDS), 'text'),
      choices: z._default(z.nullable(Choices), null),
    }),
  }),
  labels: define({
    key: text(40),
    content: z.strictObject({
      color: z._default(z.enum(LABEL_COLORS), 'gray'),
      rule: z._default(z.nullable(LabelRule), null),
    }),
  }),
  services: define({
    key: text(60),
    content: z.strictObject({ signals: ServiceSignals }),
  }),
  views: define({
    key: typed(LIST_TYPE_IDS),
    content: z.strictObject({
      filters: z._default(ViewFilters, ViewFilters.parse({})),
      sort: z
        ._default(z.nullable(z.string().check(z.maxLength(80))), null)
        .check(z.describe('A service is named: `-why:Web design`')),
      columns: ViewColumns,
    }),
  }),
  export_templates: define({
    key: typed(LIST_TYPE_IDS),
    content: FileChoices,
  }),
  waterfalls: define({
    key: z.string().check(
      z.refine((key) => (WANTS as readonly string[]).includes(key), {
        error: `Write one of ${WANTS.join(', ')}`,
      }),
    ),
    content: z.strictObject({
      steps: z.array(WaterfallStep).check(z.minLength(1), z.maxLength(20)),
      conditions: z._default(WaterfallConditions, WaterfallConditions.parse({})),
    }),
  }),
  prompts: define({
    key: typed(AI_LIST_TYPES),
    content: z.strictObject({
      prompt_type: z.enum(PROMPT_TYPES),
      field: z._default(z.nullable(z.string().check(z.startsWith('cf_'), z.maxLength(60))), null),
      ...PromptContent.shape,
    }),
  }),
  training_texts: define({
    key: text(200),
    content: z.strictObject({ html: text(MAX_TRAINING_TEXT), language: Language }),
  }),
  training_questions: define({
    key: text(500),
    content: z.strictObject({ answer: text(MAX_TRAINING_ANSWER), language: Language }),
  }),
  autopilots: define({ key: text(200), content: KitAutopilot }),
  crm_fields: define({ key: CrmTypeKey, content: KitCrmFields }),
  webhooks: define({ key: text(100), content: KitWebhook }),
  forms: define({ key: text(80), content: KitForm }),
  audit_page: define({ key: only('page'), content: KitAuditPage }),
  brand: define({ key: only('site'), content: KitBrand }),
  menu: define({ key: only('site'), content: KitMenu }),
  mail_templates: define({ key: MailTextKey, content: KitMail }),
  training_pages: define({ key: text(200), content: KitTrainingPage }),
  courses: define({ key: text(150), content: KitCourse }),
  packages: define({ key: text(100), content: KitPackage }),
} as const satisfies Record<KitPartName, PartDefinition>

export type KitContent<Name extends KitPartName> = z.output<(typeof KIT_PARTS)[Name]['content']>

/** Parts of a document: each may be absent. */
export const describeParts = <Name extends string, Parts extends Record<Name, PartDefinition>>(
  names: readonly Name[],
  parts: Parts,
) =>
  Object.fromEntries(
    names.map((name) => {
      const { key, content } = parts[name] as PartDefinition
      const items = z
        .record(key as z.ZodMiniType<string, string>, content)
        .check(z.refine((all) => Object.keys(all).length <= MAX_ITEMS, { error: `At most ${MAX_ITEMS}` }))
      return [name, z.optional(items)]
    }),
  ) as unknown as {
    [One in Name]: z.ZodMiniOptional<z.ZodMiniType<Record<string, z.output<Parts[One]['content']>>>>
  }

/** Settings of an account as a document. A part that is absent is left alone. */
export const KitDocument = z.strictObject({
  kit: text(100).check(
    z.describe('Its name. Documents with one name follow each other: the newer one replaces the older one'),
  ),
  description: z.optional(z.string().check(z.maxLength(2000))),
  ...describeParts(KIT_PART_NAMES, KIT_PARTS),
})
export type KitDocument = z.output<typeof KitDocument>

/** A document in a reply: as it was written, without what a reader fills in. */
export const WrittenKitDocument = z
  .record(z.string(), z.unknown())
  .check(z.describe('A document as the body of `kits.apply` has it'))
