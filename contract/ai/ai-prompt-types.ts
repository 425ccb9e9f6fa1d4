import type { FieldDefinition } from '../leads/list-types/define.ts'
import { loose } from '../leads/list-types/define.ts'

/** Text types of the AI assistant (spec section 3). */
export const PROMPT_TYPES = [
  'summary',
  'first_line',
  'subject',
  'direct',
  'similar',
  'competitor',
  'supplier',
] as const
export type PromptType = (typeof PROMPT_TYPES)[number]

export const PROMPT_TYPE_LABELS: Record<PromptType, string> = {
  summary: 'Summary',
  first_line: 'First line',
  subject: 'Subject',
  direct: 'Direct message',
  similar: 'Similar companies',
  competitor: 'Competitors',
  supplier: 'Suppliers',
}

/** Default maximum length of each type, in characters. */
export const PROMPT_TYPE_LENGTHS: Record<PromptType, number> = {
  summary: 600,
  first_line: 200,
  subject: 80,
  direct: 900,
  similar: 300,
  competitor: 300,
  supplier: 300,
}

/** Types that templates can write from facts that differ between leads. The others need a model. */
export const TEMPLATE_TYPES: readonly PromptType[] = ['summary', 'first_line']

/** List types whose leads can have texts. */
export const AI_LIST_TYPES = ['people', 'local', 'influencer', 'single'] as const
export type AiListType = (typeof AI_LIST_TYPES)[number]

/** The field of a lead that stores a text type. */
export const aiFieldName = (type: PromptType): string => `ai_${type}`

/** Texts as fields of leads: filterable, sortable, exportable. They contain approved texts only. */
export const AI_TEXT_FIELDS: FieldDefinition[] = PROMPT_TYPES.map((type) =>
  loose(aiFieldName(type), `AI ${PROMPT_TYPE_LABELS[type].toLowerCase()}`, 'text', { sortable: true }),
)
const AI_FIELD_NAMES: ReadonlySet<string> = new Set(AI_TEXT_FIELDS.map(({ name }) => name))

/** Whether a field contains an AI text; such a field is never a source of another text. */
export const isAiField = (name: string): boolean => AI_FIELD_NAMES.has(name)

/** Supported languages of texts. */
export const AI_LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt'] as const
export type AiLanguage = (typeof AI_LANGUAGES)[number]
export const AI_LANGUAGE_LABELS: Record<AiLanguage, string> = {
  en: 'English',
  de: 'German',
  fr: 'French',
  es: 'Spanish',
  it: 'Italian',
  nl: 'Dutch',
  pt: 'Portuguese',
}
