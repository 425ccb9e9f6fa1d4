import * as z from 'zod/mini'
import { dataReply, Id, IdParam, Timestamp, text } from '../core/common.ts'
import { DEFAULT_TRAINING_PAGES, MAX_TRAINING_PAGES } from '../core/constants.ts'
import { defineArea } from '../core/define-area.ts'
import { MESSAGES } from '../core/messages.ts'
import { TRAINING_KINDS } from './ai-training.ts'

/** How a crawled page compares with the training. */
export const PAGE_CHANGES = ['new', 'changed', 'same', 'gone', 'waiting'] as const
export type PageChange = (typeof PAGE_CHANGES)[number]

/** Days between refreshes of a website; 0 means by hand only. */
export const REFRESH_DAYS = [0, 1, 7, 30] as const

/** Address of a page or website; the default scheme is https. */
const Address = z.string().check(
  z.trim(),
  z.minLength(1),
  z.overwrite((value) => (value && !/^[a-z][a-z\d+.-]*:\/\//i.test(value) ? `https://${value}` : value)),
  z.maxLength(2000),
  z.refine((value) => /^https?:\/\/[^/?#]*\./i.test(value) && URL.canParse(value), { error: MESSAGES.url }),
)

/** A crawled page to be reviewed. */
export const CrawledLink = z.object({
  link: z.string(),
  title: z.string(),
  tokens: z.int(),
  change: z.enum(PAGE_CHANGES),
  is_saved: z.boolean(),
  instructions: z.int().check(z.describe('Sentences that read like an instruction to an AI')),
})
export type CrawledLink = z.output<typeof CrawledLink>

/** A crawl as callers poll it. */
export const CrawlJob = z.object({
  jobId: Id,
  website: z.string(),
  status: z.enum(['pending', 'completed', 'failed', 'cancelled']),
  problem: z.nullable(z.string()).check(z.describe('Why no page could be read')),
  pages: z.int().check(z.describe('Pages read so far')),
  requested: z.int().check(z.describe('Requested pages')),
  counts: z.object({ new: z.int(), changed: z.int(), same: z.int(), gone: z.int() }),
  linksData: z.object({
    crawled_link_entries_temp: z
      .array(CrawledLink)
      .check(z.describe('The last 50 while it is pending, all of them afterwards')),
  }),
})
export type CrawlJob = z.output<typeof CrawlJob>

const api = defineArea({ tag: 'AI training', access: { module: 'ai_suggest' }, scope: 'write' })

const pages = z._default(
  z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MAX_TRAINING_PAGES)),
  DEFAULT_TRAINING_PAGES,
)

export const crawlTrainingWebsite = api.create('/api/business-details/website', {
  name: 'ai-training.crawlWebsite',
  changes: ['ai_training', 'runs'],
  idempotent: true,
  audit: 'run.started',
  summary: 'Crawl a website to choose pages for the training',
  description:
    'Follows robots.txt and its crawl delay. Reads exactly `pages` pages if the website has that many with distinct text. Poll `check-crawled-status` every 2 seconds while the answer is `pending`; the crawl is a run and can be cancelled like one.',
  body: z.strictObject({ website: Address, pages }),
  reply: dataReply(CrawlJob),
  errors: ['rate_limited'],
})

export const crawlTrainingLink = api.create('/api/business-details/single-link', {
  name: 'ai-training.crawlLink',
  changes: ['ai_training', 'runs'],
  idempotent: true,
  audit: 'run.started',
  summary: 'Read one page to add it to the training',
  body: z.strictObject({ link: Address }),
  reply: dataReply(CrawlJob),
  errors: ['rate_limited'],
})

export const checkCrawledStatus = api.get('/api/business-details/check-crawled-status', {
  name: 'ai-training.crawlStatus',
  reads: ['ai_training'],
  summary: 'Progress of a crawl, and its pages',
  query: z.strictObject({ job_id: IdParam, website: z.optional(z.string().check(z.maxLength(2000))) }),
  reply: dataReply(CrawlJob),
  errors: ['not_found'],
})

export const TrainingWebsite = z.object({
  id: Id,
  website: z.string(),
  start: z.string(),
  pages: z.int().check(z.describe('Pages in the training')),
  requested: z.int().check(z.describe('Pages requested by the last crawl')),
  refresh_days: z.int(),
  next_refresh_at: z.nullable(Timestamp),
  last_job_id: z.nullable(Id),
  last_read_at: z.nullable(Timestamp),
})
export type TrainingWebsite = z.output<typeof TrainingWebsite>

export const trainingWebsites = api.get('/api/business-details/training-websites', {
  name: 'ai-training.websites',
  reads: ['ai_training'],
  summary: 'Crawled websites with their refresh schedule',
  reply: z.object({ data: z.array(TrainingWebsite) }),
})

export const scheduleTrainingWebsite = api.put('/api/business-details/training-websites/{id}', {
  name: 'ai-training.schedule',
  changes: ['ai_training'],
  audit: 'ai_training.schedule_changed',
  summary: 'Refresh a website every given number of days',
  description:
    'A refresh updates the text of training pages and stops using deleted ones; new pages wait for review.',
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
  summary: 'Tokens of the training against the plan’s limit; also of a text, if one is given',
  description:
    'Counted with the tokenizer of OpenAI models since GPT-4o (o200k_base). Other models count slightly differently.',
  body: z.strictObject({ text: z.optional(z.string().check(z.maxLength(500_000))) }),
  reply: dataReply(
    z.object({
      tokens: z.int().check(z.describe('Of all training')),
      allowance: z.int(),
      by_kind: z.object({ page: z.int(), text: z.int(), qa: z.int(), file: z.int() }),
      items: z.object({ page: z.int(), text: z.int(), qa: z.int(), file: z.int() }),
      text_tokens: z.nullable(z.int()),
    }),
  ),
})

/** A passage of the training, with the reason for the match. */
export const FoundPassage = z.object({
  id: Id,
  item_id: Id,
  kind: z.enum(TRAINING_KINDS),
  title: z.string(),
  url: z.nullable(z.string()),
  date: Timestamp,
  text: z.string(),
  reasons: z.array(z.string()).check(z.describe('Words or values that matched it')),
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
  summary: 'The passages the AI would read for a lead, with the lead’s values that match them',
  query: z.strictObject({
    list_id: IdParam,
    lead_id: IdParam,
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(20)), 8),
  }),
  reply: dataReply(
    z.object({
      lead: z.string().check(z.describe('Name of the lead')),
      requested: z.array(z.object({ field: z.string(), value: z.string() })),
      passages: z.array(FoundPassage),
    }),
  ),
  errors: ['not_found'],
})
