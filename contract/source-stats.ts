import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'

/** How a source did on the account's own data. */
export const SourceStats = z.object({
  source: z.string(),
  label: z.string(),
  kind: z.string().check(z.describe('website, or inferred for addresses made from a pattern')),
  attempts: z.int().check(z.describe('Web sites or leads that it was asked about')),
  hits: z.int().check(z.describe('Of them, the ones it had something for')),
  addresses: z.int().check(z.describe('Addresses that it delivered')),
  by_state: z.record(z.string(), z.int()),
  bounced: z.int().check(z.describe('Delivered addresses that came back hard')),
  credits: z.int(),
  refunded: z.int(),
  seconds: z.number().check(z.describe('Mean time of an attempt')),
})
export type SourceStats = z.output<typeof SourceStats>

export const sourceStats = defineEndpoint({
  name: 'sourceStats.index',
  method: 'GET',
  path: '/api/source-stats',
  access: { module: 'leads' },
  scope: 'read',
  tag: 'Sources',
  reads: ['source_stats'],
  summary: "Hit rate, bounce rate, cost and time per source on the account's own data",
  query: z.strictObject({
    days: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(3650)), 90),
  }),
  reply: z.object({
    data: z.array(SourceStats),
    by_week: z.array(
      z.object({
        week: z.string(),
        source: z.string(),
        addresses: z.int(),
        bounced: z.int(),
        hits: z.int(),
        attempts: z.int(),
      }),
    ),
  }),
})
