import * as z from 'zod/mini'
import { IdParam, page, pageQuery, Timestamp } from '../core/common.ts'
import { defineArea } from '../core/define-area.ts'
import { EMAIL_KINDS, EMAIL_STATES } from '../leads/email-states.ts'

/** A page with a value, and the form it was found in: mailto, text, json_ld … */
const Sighting = z.object({ url: z.string(), method: z.string() })
const sources = z.array(Sighting)

export const WEBSITE_VISIT_STATES = ['queued', 'running', 'done', 'failed'] as const

/** A website of a run: reading state and result. */
export const WebsiteVisit = z.object({
  domain: z.string(),
  state: z.enum(WEBSITE_VISIT_STATES),
  pages: z.int(),
  emails: z.int(),
  phones: z.int(),
  people: z.int(),
  /** Why it could not be read: not_found, unreachable, timeout, refused_by_robots, moved_elsewhere … */
  problem: z.nullable(z.string()),
  moved_to: z.nullable(z.string()),
  started_at: z.nullable(Timestamp),
  finished_at: z.nullable(Timestamp),
})
export type WebsiteVisit = z.output<typeof WebsiteVisit>

/** Contacts on a company's website, each with its pages. */
export const Website = z.object({
  domain: z.string(),
  name: z.nullable(z.string()),
  country: z.nullable(z.string()),
  address: z.nullable(
    z.object({
      street: z.nullable(z.string()),
      postal_code: z.nullable(z.string()),
      city: z.nullable(z.string()),
      region: z.nullable(z.string()),
    }),
  ),
  emails: z.array(
    z.object({
      value: z.string(),
      state: z.enum(EMAIL_STATES),
      kind: z.enum(EMAIL_KINDS),
      person: z.nullable(z.string()),
      confidence: z.number(),
      sources,
    }),
  ),
  phones: z.array(
    z.object({
      value: z.string().check(z.describe('E.164')),
      extension: z.nullable(z.string()),
      label: z.nullable(z.string()),
      person: z.nullable(z.string()),
      sources,
    }),
  ),
  socials: z.array(z.object({ network: z.string(), url: z.string(), sources })),
  people: z.array(
    z.object({
      name: z.string(),
      role: z.nullable(z.string()),
      section: z.nullable(z.string()),
      email: z.nullable(z.string()),
      phone: z.nullable(z.string()),
      socials: z.array(z.string()),
      staff: z.boolean(),
      sources,
    }),
  ),
  pages: z.int(),
  problem: z.nullable(z.string()),
  moved_to: z.nullable(z.string()),
  read_at: Timestamp,
})
export type Website = z.output<typeof Website>

const api = defineArea({ tag: 'Websites', access: { module: 'leads' }, scope: 'write' })

export const runWebsites = api.get('/api/runs/{id}/websites', {
  name: 'websites.ofRun',
  reads: ['run:{id}'],
  summary: 'Progress of a run per website: running ones first, then failed, done and waiting ones',
  query: z.strictObject(pageQuery),
  reply: page(WebsiteVisit),
})

export const listWebsites = api.get('/api/campaigns/{id}/websites', {
  name: 'websites.ofList',
  reads: ['list:{id}'],
  summary: 'What the websites of a list say: websites with emails first, then in the requested order',
  query: z.strictObject({
    ...pageQuery,
    run_id: z.optional(IdParam),
    domain: z.optional(z.string().check(z.trim(), z.maxLength(253))),
  }),
  reply: page(Website),
})
