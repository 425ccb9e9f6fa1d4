import { LIST_TYPES, type ListTypeId } from '#contract/leads/list-types/index.ts'
import {
  aiTrainingRoutes,
  createAiTraining,
  createLeadTraining,
  createReadUpload,
  createTrainingCrawls,
  createTrainingSearch,
  type EmbedderOf,
  type LeadWords,
  type ReadLead,
  trainingCrawlExecutor,
} from '#server/modules/ai/ai-training/index.ts'
import { findActorById } from '#server/modules/identity/sessions/index.ts'
import { createRateLimit } from '#server/platform/http/rate-limit.ts'
import type { Base } from './build-base.ts'
import type { Platform } from './platform.ts'

/** Crawls of an account per hour. */
const CRAWLS = { name: 'training-crawl', points: 60, seconds: 60 * 60 }
/** Values without relation to the business: names, exact locations and contacts. */
const NOT_ASKED =
  /email|phone|website|url|domain|linkedin|street|postal|first_name|last_name|^lat$|^lon$|source|status|state$|_id$/
const MAX_VALUE_LENGTH = 300

function descriptionOf(
  type: ListTypeId,
  values: Record<string, string | number>,
  labels: Record<string, string>,
): LeadWords {
  const fields = LIST_TYPES[type].fields.flatMap(({ name, label }) => {
    const value = labels[name] ?? values[name]
    const isWords = typeof value === 'string' && !NOT_ASKED.test(name) && /\p{L}{3}/u.test(value)
    return isWords ? [{ field: label, value: value.slice(0, MAX_VALUE_LENGTH) }] : []
  })
  const name = values.name ?? values.company ?? values.domain ?? values.website
  return { name: String(name ?? 'This lead'), values: fields }
}

/** Reads a lead's description of its business. */
const readLead =
  ({ lists, leads }: Base): ReadLead =>
  async (accountId, listId, leadId) => {
    const list = await lists.facts(accountId, listId)
    if (!list) return null
    const type = list.type as ListTypeId
    const [lead] = await leads.presented(accountId, { id: listId, type }, [leadId])
    return lead ? descriptionOf(type, lead.values, lead.labels ?? {}) : null
  }

/** AI training: what the AI of an account may read, and its search. */
export function buildAiTraining(
  { db, pool, websiteReading }: Platform,
  base: Base,
  /** Turns passages into vectors, if available. */
  embedder: EmbedderOf,
) {
  const training = createAiTraining({ db })
  const search = createTrainingSearch({ db, embedder })
  const crawls = createTrainingCrawls({
    db,
    ...base,
    training,
    starts: createRateLimit(pool, CRAWLS),
    actorOf: (accountId, userId) => findActorById(db, accountId, userId),
  })
  const forLead = createLeadTraining({ db, search, readLead: readLead(base) })
  const readUpload = createReadUpload(base.uploads)
  return {
    modules: { training, search, crawls },
    executors: [trainingCrawlExecutor({ db, training, crawling: websiteReading.crawling })],
    routes: aiTrainingRoutes({ training, crawls, search, forLead, readUpload }),
  }
}
