import * as z from 'zod/mini'
import { Id } from '../core/common.ts'
import { defineArea } from '../core/define-area.ts'

/** Definition of the hit rate, for pages and documents. */
export const HIT_RATE_MEANING =
  'Share of the websites or leads for which the source found at least one address that is verified or may work'

/** Hit rate, 0 to 1; null without requests. */
export const countHitRate = ({ hits, attempts }: { hits: number; attempts: number }): number | null =>
  attempts > 0 ? hits / attempts : null

const HitRate = z.nullable(z.number()).check(z.describe(`${HIT_RATE_MEANING}, 0 to 1`))
const Hits = z.int().check(z.describe('Attempts with an address that is verified or may work'))

/** Results of a source on the account's own data. */
export const SourceStats = z.object({
  source: z.string(),
  label: z.string(),
  kind: z.string().check(z.describe('`website`, or `inferred` for addresses guessed from a pattern')),
  attempts: z.int().check(z.describe('Websites or leads it searched')),
  hits: Hits,
  hit_rate: HitRate,
  addresses: z.int().check(z.describe('Delivered addresses')),
  by_state: z.record(z.string(), z.int()),
  bounced: z.int().check(z.describe('Delivered addresses with a hard bounce')),
  credits: z.int(),
  refunded: z.int(),
  seconds: z.number().check(z.describe('Mean time per attempt')),
})
export type SourceStats = z.output<typeof SourceStats>

const api = defineArea({ tag: 'Sources', access: { module: 'leads' }, scope: 'write' })

export const sourceStats = api.get('/api/source-stats', {
  name: 'sourceStats.index',
  reads: ['source_stats'],
  summary: 'Hit rate, bounce rate, cost and time of each source on the account’s own data',
  query: z.strictObject({
    days: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(3650)), 90),
  }),
  reply: z.object({
    data: z.array(SourceStats),
    by_week: z.array(
      z.object({
        week: z.string(),
        source: z.string(),
        kind: z.string(),
        addresses: z.int(),
        bounced: z.int(),
        hits: Hits,
        hit_rate: HitRate,
        attempts: z.int(),
      }),
    ),
  }),
  cli: {
    name: 'sources',
    summary: 'Hit rate, bounce rate, cost and time of each source',
    options: { days: 'Of the last N days (90 by default)' },
    columns: {
      SOURCE: 'label',
      KIND: 'kind',
      '>ASKED': 'attempts|number',
      '>HIT': 'hit_rate|percent',
      '>ADDRESSES': 'addresses|number',
      '>BOUNCED': '|bounceRate',
      '>CREDITS': 'credits|number',
      '>REFUNDED': 'refunded|number',
      '>SECONDS': 'seconds|decimal',
    },
    json: 'response',
  },
})

export const RunSource = z.object({
  run_id: Id,
  source: z.string(),
  label: z.string(),
  kind: z
    .enum(['leads', 'emails', 'inferred'])
    .check(z.describe('What was delivered; inferred: guessed emails')),
  delivered: z.int(),
  requests: z.nullable(z.int()).check(z.describe('Websites or leads it searched; null for a single query')),
  hits: z.nullable(z.int()).check(z.describe('Those with a working email')),
})
export type RunSource = z.output<typeof RunSource>

export const runSources = api.get('/api/run-sources', {
  name: 'sourceStats.ofRuns',
  reads: ['runs'],
  summary: 'What each source delivered in these runs of the account',
  query: z.strictObject({
    run_ids: z
      .string()
      .check(z.regex(/^\d{1,15}(,\d{1,15}){0,99}$/), z.describe('Run ids separated by commas, at most 100')),
  }),
  reply: z.object({ data: z.array(RunSource) }),
})
