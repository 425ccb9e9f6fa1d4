import * as z from 'zod/mini'
import { dataReply, Id, page, pageQuery, Timestamp, text } from '../core/common.ts'
import { defineArea } from '../core/define-area.ts'
import { Version } from '../core/versions.ts'

export const TRAINING_KINDS = ['page', 'text', 'qa', 'file'] as const
export type TrainingKind = (typeof TRAINING_KINDS)[number]

/** PostgreSQL text search configurations for stemming; other languages are searched without it. */
export const TRAINING_LANGUAGES = [
  'english',
  'german',
  'french',
  'spanish',
  'italian',
  'portuguese',
  'dutch',
  'danish',
  'swedish',
  'norwegian',
  'finnish',
  'simple',
] as const
export type TrainingLanguage = (typeof TRAINING_LANGUAGES)[number]

/** Formats of training files, by extension. */
export const TRAINING_FILE_TYPES = ['pdf', 'docx', 'txt', 'md', 'csv', 'html'] as const
export type TrainingFileType = (typeof TRAINING_FILE_TYPES)[number]

/** Maximum length of a text in the editor, in characters. */
export const MAX_TRAINING_TEXT = 300_000
export const MAX_TRAINING_ANSWER = 20_000

const LanguageChoice = z
  .enum(['auto', ...TRAINING_LANGUAGES])
  .check(z.describe('Language of the text; `auto` detects it'))

const shared = {
  id: Id,
  title: z.string(),
  tokens: z.int(),
  language: LanguageChoice,
  found_language: z.enum(TRAINING_LANGUAGES).check(z.describe('Language used for search')),
  instructions: z
    .array(z.string())
    .check(
      z.describe(
        'Sentences that read like an instruction to an AI. They are stored as text and never obeyed',
      ),
    ),
  created_at: Timestamp,
  updated_at: Timestamp,
  version: Version,
}

export const WebsiteLink = z.object({
  ...shared,
  url: z.string(),
  website: z.string(),
  is_gone: z.boolean().check(z.describe('The page was missing at the last refresh; the AI does not read it')),
  read_at: Timestamp,
})
export type WebsiteLink = z.output<typeof WebsiteLink>

/** A text written by a user. */
export const TrainingText = z.object({
  ...shared,
  html: z.string().check(z.describe('HTML of the editor: a few elements without styles')),
})
export type TrainingText = z.output<typeof TrainingText>

export const TrainingQa = z.object({ ...shared, question: z.string(), answer: z.string() })
export type TrainingQa = z.output<typeof TrainingQa>

export const TrainingFile = z.object({
  ...shared,
  file_name: z.string(),
  file_type: z.enum(TRAINING_FILE_TYPES),
  bytes: z.int(),
  note: z.nullable(z.string()).check(z.describe('What was left out, if anything')),
})
export type TrainingFile = z.output<typeof TrainingFile>

const api = defineArea({ tag: 'AI training', access: { module: 'ai_suggest' }, scope: 'write' })
const changes = ['ai_training'] as const
const reads = ['ai_training'] as const
const query = z.strictObject({
  ...pageQuery,
  search: z.optional(z.string().check(z.trim(), z.maxLength(200))),
})
const saved = <T extends z.ZodMiniType>(item: T) => z.object({ data: item, message: z.optional(z.string()) })
const Deleted = z.object({ success: z.literal(true), message: z.optional(z.string()) })

const language = z._default(LanguageChoice, 'auto')
const title = text(300)
const html = z._default(z.string().check(z.maxLength(MAX_TRAINING_TEXT)), '')
const question = text(1000)
const answer = text(MAX_TRAINING_ANSWER)

const SEEN =
  '`version` is the version you edited. If someone else saved another one since, nothing is changed and the answer is `edit_conflict` with `details.current`.'
const DELETED = 'It can be restored for 30 days with `ai-training.restore`.'

export const websiteLinks = api.get('/api/business-details/website-links', {
  name: 'ai-training.links',
  reads,
  query,
  summary: 'Pages that the AI may read',
  reply: page(WebsiteLink),
})

export const saveWebsiteLinks = api.create('/api/business-details/website-links', {
  name: 'ai-training.saveLinks',
  changes,
  idempotent: true,
  audit: 'ai_training.added',
  summary: 'Add crawled pages to the training',
  description:
    '`job_id` is the crawl, `links` are addresses from `crawled_link_entries_temp`; without them all pages are added. A page already in the training is updated. `conflict` if the plan’s tokens are not enough.',
  body: z.strictObject({
    job_id: Id,
    links: z.optional(z.array(z.string().check(z.maxLength(2000))).check(z.minLength(1), z.maxLength(5000))),
  }),
  reply: z.object({ data: z.object({ saved: z.int() }), message: z.string() }),
  errors: ['not_found', 'conflict'],
})

export const updateWebsiteLink = api.put('/api/business-details/website-links/{id}', {
  name: 'ai-training.changeLink',
  changes,
  audit: 'ai_training.changed',
  summary: 'Change title or language of a page',
  body: z.strictObject({ title, language }),
  reply: saved(WebsiteLink),
})

export const deleteWebsiteLink = api.delete('/api/business-details/website-links/{id}', {
  name: 'ai-training.deleteLink',
  changes,
  reply: Deleted,
  audit: 'ai_training.deleted',
  summary: 'Remove a page from the training',
  description: DELETED,
})

export const trainingTexts = api.get('/api/business-details/training-texts', {
  name: 'ai-training.texts',
  reads,
  query,
  summary: 'Texts that the AI may read',
  reply: page(TrainingText),
})

export const createTrainingText = api.create('/api/business-details/training-texts', {
  name: 'ai-training.addText',
  changes,
  idempotent: true,
  audit: 'ai_training.added',
  summary: 'Add a text',
  description:
    '`html` keeps paragraphs, headings, lists, quotes, code, emphasis and links; text without elements is kept as it is. `conflict` if the plan’s tokens are not enough.',
  body: z.strictObject({ title, html, language }),
  reply: saved(TrainingText),
  errors: ['conflict'],
})

export const updateTrainingText = api.put('/api/business-details/training-texts/{id}', {
  name: 'ai-training.changeText',
  changes,
  audit: 'ai_training.changed',
  summary: 'Change a text',
  description: SEEN,
  body: z.strictObject({ title, html, language, version: Version }),
  reply: saved(TrainingText),
  errors: ['conflict', 'edit_conflict'],
})

export const deleteTrainingText = api.delete('/api/business-details/training-texts/{id}', {
  name: 'ai-training.deleteText',
  changes,
  reply: Deleted,
  audit: 'ai_training.deleted',
  summary: 'Delete a text',
  description: DELETED,
})

export const trainingQa = api.get('/api/business-details/training-qa', {
  name: 'ai-training.qa',
  reads,
  query,
  summary: 'Questions with their answers',
  reply: page(TrainingQa),
})

export const createTrainingQa = api.create('/api/business-details/training-qa', {
  name: 'ai-training.addQa',
  changes,
  idempotent: true,
  audit: 'ai_training.added',
  summary: 'Add a question with its answer',
  body: z.strictObject({ question, answer, language }),
  reply: saved(TrainingQa),
  errors: ['conflict'],
})

export const updateTrainingQa = api.put('/api/business-details/training-qa/{id}', {
  name: 'ai-training.changeQa',
  changes,
  audit: 'ai_training.changed',
  summary: 'Change a question or its answer',
  description: SEEN,
  body: z.strictObject({ question, answer, language, version: Version }),
  reply: saved(TrainingQa),
  errors: ['conflict', 'edit_conflict'],
})

export const deleteTrainingQa = api.delete('/api/business-details/training-qa/{id}', {
  name: 'ai-training.deleteQa',
  changes,
  reply: Deleted,
  audit: 'ai_training.deleted',
  summary: 'Delete a question with its answer',
  description: DELETED,
})

export const trainingFiles = api.get('/api/business-details/training-files', {
  name: 'ai-training.files',
  reads,
  query,
  summary: 'Files whose text the AI may read',
  reply: page(TrainingFile),
})

export const createTrainingFile = api.create('/api/business-details/training-files', {
  name: 'ai-training.addFile',
  changes,
  idempotent: true,
  audit: 'ai_training.added',
  summary: 'Read the text of an uploaded file: PDF, DOCX, TXT, MD, CSV or HTML',
  description:
    'Only the text is stored. `validation_failed` explains why a file was not read; `details.reason` is one of `encrypted`, `damaged`, `too_large`, `macros`, `no_text`, `unknown_type`, `took_too_long`. `conflict` if the plan’s tokens are not enough.',
  body: z.strictObject({
    upload_id: z.string().check(z.regex(/^[\w-]{10,64}$/)),
    title: z.optional(title),
    language,
  }),
  reply: saved(TrainingFile),
  errors: ['not_found', 'conflict'],
})

export const updateTrainingFile = api.put('/api/business-details/training-files/{id}', {
  name: 'ai-training.changeFile',
  changes,
  audit: 'ai_training.changed',
  summary: 'Change title or language of a file',
  body: z.strictObject({ title, language }),
  reply: saved(TrainingFile),
})

export const deleteTrainingFile = api.delete('/api/business-details/training-files/{id}', {
  name: 'ai-training.deleteFile',
  changes,
  reply: Deleted,
  audit: 'ai_training.deleted',
  summary: 'Delete a file with its text',
  description: DELETED,
})

export const restoreTraining = api.post('/api/business-details/training/{id}/restore', {
  name: 'ai-training.restore',
  changes,
  idempotent: true,
  audit: 'ai_training.restored',
  summary: 'Restore a page, text, question or file deleted in the last 30 days',
  reply: Deleted,
  errors: ['conflict'],
})

export const showTraining = api.get('/api/business-details/training/{id}', {
  name: 'ai-training.show',
  reads,
  summary: 'The whole text of a page, text, question or file, as the AI reads it',
  reply: dataReply(
    z.object({
      id: Id,
      kind: z.enum(TRAINING_KINDS),
      title: z.string(),
      url: z.nullable(z.string()),
      text: z.string(),
      tokens: z.int(),
      passages: z.int(),
      instructions: z.array(z.string()),
    }),
  ),
})
