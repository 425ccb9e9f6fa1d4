import type { FieldDefinition } from '../leads/list-types/define.ts'
import { loose } from '../leads/list-types/define.ts'

/** Texts that the AI assistant writes about a lead (spec section 3). */
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

/** Longest text of each type, in characters, unless a prompt says otherwise. */
export const PROMPT_TYPE_LENGTHS: Record<PromptType, number> = {
  summary: 600,
  first_line: 200,
  subject: 80,
  direct: 900,
  similar: 300,
  competitor: 300,
  supplier: 300,
}

/** Kinds that our templates can write: from facts in which leads differ. The others need a model. */
export const TEMPLATE_TYPES: readonly PromptType[] = ['summary', 'first_line']

/** List types whose leads get texts. */
export const AI_LIST_TYPES = ['people', 'local', 'influencer', 'single'] as const
export type AiListType = (typeof AI_LIST_TYPES)[number]

/** The field of a lead that holds the text of a type. */
export const aiFieldOf = (type: PromptType): string => `ai_${type}`

/** The texts as fields of leads: filtered, sorted and exported like any other. They hold only what was accepted. */
export const AI_TEXT_FIELDS: FieldDefinition[] = PROMPT_TYPES.map((type) =>
  loose(aiFieldOf(type), `AI ${PROMPT_TYPE_LABELS[type].toLowerCase()}`, 'text', { sortable: true }),
)
const AI_FIELD_NAMES: ReadonlySet<string> = new Set(AI_TEXT_FIELDS.map(({ name }) => name))

/** Whether a field holds a text of the assistant; such a field is no source for another text. */
export const isAiField = (name: string): boolean => AI_FIELD_NAMES.has(name)

/** Languages in which texts are written and checked. */
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
