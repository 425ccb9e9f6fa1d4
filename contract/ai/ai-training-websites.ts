import * as z from 'zod/mini'
import { dataOf, Id, IdParam, Timestamp, text } from '../core/common.ts'
import { DEFAULT_TRAINING_PAGES, MAX_TRAINING_PAGES } from '../core/constants.ts'
import { defineArea } from '../core/endpoint.ts'
import { MESSAGES } from '../core/messages.ts'
import { TRAINING_KINDS } from './ai-training.ts'

/** How a page that was read compares with the training. */
export const PAGE_CHANGES = ['new', 'changed', 'same', 'gone', 'waiting'] as const
export type PageChange = (typeof PAGE_CHANGES)[number]

/** Days between two readings of a website; 0 reads it by hand only. */
export const REFRESH_DAYS = [0, 1, 7, 30] as const

/** An address of a page or website; without http or https it gets https. */
const Address = z.string().check(
  z.trim(),
  z.minLength(1),
  z.overwrite((value) => (value && !/^[a-z][a-z\d+.-]*:\/\//i.test(value) ? `https://${value}` : value)),
  z.maxLength(2000),
  z.refine((value) => /^https?:\/\/[^/?#]*\./i.test(value) && URL.canParse(value), { error: MESSAGES.url }),
)

/** A page that a crawl has read and that waits to be chosen. */
export const CrawledLink = z.object({
  link: z.string(),
  title: z.string(),
  tokens: z.int(),
  change: z.enum(PAGE_CHANGES),
  is_saved: z.boolean(),
  instructions: z.int().check(z.describe('Sentences that read like an instruction to an AI')),
})
export type CrawledLink = z.output<typeof CrawledLink>

/** A crawl as callers wait for it. */
export const CrawlJob = z.object({
  jobId: Id,
  website: z.string(),
  status: z.enum(['pending', 'completed', 'failed', 'cancelled']),
  problem: z.nullable(z.string()).check(z.describe('Why nothing could be read')),
  pages: z.int().check(z.describe('Pages read so far')),
  wanted: z.int().check(z.describe('Pages asked for')),
  counts: z.object({ new: z.int(), changed: z.int(), same: z.int(), gone: z.int() }),
  linksData: z.object({
    crawled_link_entries_temp: z
      .array(CrawledLink)
      .check(z.describe('The last 50 while it is pending, then all')),
  }),
})
export type CrawlJob = z.output<typeof CrawlJob>

const api = defineArea({ tag: 'AI training', access: { module: 'ai_suggest' }, scope: 'write' })

const pages = z._default(
  z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MAX_TRAINING_PAGES)),
  DEFAULT_TRAINING_PAGES,
)

export const crawlTrainingWebsite = api.post('/api/business-details/website', {
  name: 'ai-training.crawlWebsite',
  changes: ['ai_training', 'runs'],
  audit: 'run.started',
  summary: 'Read pages of a website, so that they can be chosen for the training',
  description:
    'Within robots.txt and never faster than it allows. Exactly `pages` pages are read where the website has as many with a text of their own. Ask `check-crawled-status` every 2 seconds while the answer is `pending`; the crawl is a run and can be cancelled as one.',
  status: 201,
  body: z.strictObject({ website: Address, pages }),
  reply: dataOf(CrawlJob),
  errors: ['rate_limited'],
})

export const crawlTrainingLink = api.post('/api/business-details/single-link', {
  name: 'ai-training.crawlLink',
  changes: ['ai_training', 'runs'],
  audit: 'run.started',
  summary: 'Read one page, so that it can be taken into the training',
  status: 201,
  body: z.strictObject({ link: Address }),
  reply: dataOf(CrawlJob),
  errors: ['rate_limited'],
})

export const checkCrawledStatus = api.get('/api/business-details/check-crawled-status', {
  name: 'ai-training.crawlStatus',
  reads: ['ai_training'],
  summary: 'How far a crawl is, and what it has read',
  query: z.strictObject({ job_id: IdParam, website: z.optional(z.string().check(z.maxLength(2000))) }),
  reply: dataOf(CrawlJob),
  errors: ['not_found'],
})

/** A website whose pages are in the training. */
export const TrainingWebsite = z.object({
  id: Id,
  website: z.string(),
  start: z.string(),
  pages: z.int().check(z.describe('Pages in the training')),
  wanted: z.int().check(z.describe('Pages that the last crawl was asked for')),
  refresh_days: z.int(),
  next_refresh_at: z.nullable(Timestamp),
  last_job_id: z.nullable(Id),
  last_read_at: z.nullable(Timestamp),
})
export type TrainingWebsite = z.output<typeof TrainingWebsite>

export const trainingWebsites = api.get('/api/business-details/training-websites', {
  name: 'ai-training.websites',
  reads: ['ai_training'],
  summary: 'Websites that were read, each with when it is read again',
  reply: z.object({ data: z.array(TrainingWebsite) }),
})

export const scheduleTrainingWebsite = api.put('/api/business-details/training-websites/{id}', {
  name: 'ai-training.schedule',
  changes: ['ai_training'],
  audit: 'ai_training.schedule_changed',
  summary: 'Read a website again every so many days',
  description:
    'A refresh gives pages of the training their new text and stops using those that are gone; new pages wait to be chosen.',
  body: z.strictObject({
    refresh_days: z
      .int()
      .check(
        z.refine((days) => (REFRESH_DAYS as readonly number[]).includes(days), { error: MESSAGES.type }),
      ),
  }),
  reply: z.object({ data: TrainingWebsite, message: z.string() }),
})

export const calculateTrainingTokens = api.post('/api/calculate-tokens-ai-training', {
  name: 'ai-training.tokens',
  scope: 'read',
  changesNothing: true,
  reads: ['ai_training'],
  summary: 'Tokens of the training against what the plan allows; of a text, too, when one is given',
  description:
    'Counted as the models of OpenAI since GPT-4o count (o200k_base). Other models count a little differently.',
  body: z.strictObject({ text: z.optional(z.string().check(z.maxLength(500_000))) }),
  reply: dataOf(
    z.object({
      tokens: z.int().check(z.describe('Of all training')),
      allowance: z.int(),
      by_kind: z.object({ page: z.int(), text: z.int(), qa: z.int(), file: z.int() }),
      items: z.object({ page: z.int(), text: z.int(), qa: z.int(), file: z.int() }),
      text_tokens: z.nullable(z.int()),
    }),
  ),
})

/** A piece of the training with why it was found. */
export const FoundPassage = z.object({
  id: Id,
  item_id: Id,
  kind: z.enum(TRAINING_KINDS),
  title: z.string(),
  url: z.nullable(z.string()),
  date: Timestamp,
  text: z.string(),
  reasons: z.array(z.string()).check(z.describe('Words or values that led to it')),
})
export type FoundPassage = z.output<typeof FoundPassage>

export const searchTrainingPassages = api.get('/api/business-details/training-search', {
  name: 'ai-training.search',
  reads: ['ai_training'],
  summary: 'Search all of the training as the AI does',
  query: z.strictObject({
    query: text(500),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(50)), 10),
  }),
  reply: z.object({ data: z.array(FoundPassage) }),
})

export const trainingForLead = api.get('/api/business-details/training-for-lead', {
  name: 'ai-training.forLead',
  reads: ['ai_training'],
  summary: 'What the AI would read for a lead, with the values of the lead that lead to it',
  query: z.strictObject({
    list_id: IdParam,
    lead_id: IdParam,
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(20)), 8),
  }),
  reply: dataOf(
    z.object({
      lead: z.string().check(z.describe('Name of the lead')),
      requested: z.array(z.object({ field: z.string(), value: z.string() })),
      passages: z.array(FoundPassage),
    }),
  ),
  errors: ['not_found'],
})
