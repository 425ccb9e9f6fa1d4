import * as z from 'zod/mini'
import { dataReply, Id, Timestamp, text } from '../core/common.ts'
import { defineArea } from '../core/define-area.ts'
import { MESSAGES } from '../core/messages.ts'
import { Version } from '../core/versions.ts'

const typed = (max: number) => z._default(z.string().check(z.trim(), z.maxLength(max)), '')

/** An http or https address, or empty. The default scheme is https. */
const Website = z._default(
  z.string().check(
    z.trim(),
    z.overwrite((value) => (value && !/^[a-z][a-z\d+.-]*:/i.test(value) ? `https://${value}` : value)),
    z.maxLength(500),
    z.refine((value) => value === '' || (/^https?:\/\//i.test(value) && URL.canParse(value)), {
      error: MESSAGES.url,
    }),
  ),
  '',
)

/** Phrases to avoid in texts for the business. */
export const MAX_BANNED_PHRASES = 100

/** The business profile. Empty text means unknown. */
const fields = {
  name: text(200),
  website: Website,
  address: typed(500).check(z.describe('Postal address, a line each')),
  description: typed(2000).check(z.describe('What the business does')),
  offer: typed(2000),
  proof: typed(2000).check(z.describe('Proof: customers, numbers, awards')),
  tone: typed(500).check(z.describe('Tone of voice')),
  banned_phrases: z
    ._default(z.array(text(200)).check(z.maxLength(MAX_BANNED_PHRASES)), [])
    .check(z.describe('Phrases to avoid in texts')),
  signature: typed(1000),
}

/** The current business profile of an account. */
export const BusinessDetails = z.object({
  id: Id,
  name: z.string(),
  website: z.string(),
  address: z.string(),
  description: z.string(),
  offer: z.string(),
  proof: z.string(),
  tone: z.string(),
  banned_phrases: z.array(z.string()),
  signature: z.string(),
  version: Version,
  updated_by: z.nullable(z.string()).check(z.describe('Who last saved it')),
  updated_at: Timestamp,
})
export type BusinessDetails = z.output<typeof BusinessDetails>

const api = defineArea({ tag: 'Business profile', access: { can: 'see_work' }, scope: 'write' })

export const businessDetails = api.get('/api/business-details/data', {
  name: 'businessDetails.show',
  reads: ['business_details'],
  summary: 'The business profile of the account; null until it is filled in',
  reply: dataReply(z.nullable(BusinessDetails)),
})

export const createBusinessDetails = api.create('/api/business-details/data', {
  name: 'businessDetails.create',
  changes: ['business_details', 'checklist'],
  idempotent: true,
  audit: 'business_details.changed',
  summary: 'Fill in the business profile; there is one per account',
  description:
    'If there is one already, the answer is `edit_conflict` with `details.current`: edit that one.',
  body: z.strictObject(fields),
  reply: z.object({ data: BusinessDetails, message: z.string() }),
  errors: ['edit_conflict'],
})

export const updateBusinessDetails = api.put('/api/business-details/data/{id}', {
  name: 'businessDetails.update',
  changes: ['business_details'],
  audit: 'business_details.changed',
  summary: 'Change the business profile',
  description:
    '`version` is the version you edited. If someone else saved another one since, nothing is changed and the answer is `edit_conflict` with `details.current`.',
  body: z.strictObject({ ...fields, version: Version }),
  reply: z.object({ data: BusinessDetails, message: z.string() }),
  errors: ['edit_conflict'],
})

/** Fields that can be extracted from a website. */
export const SUGGESTED_FIELDS = ['name', 'website', 'address', 'description'] as const
export type SuggestedField = (typeof SUGGESTED_FIELDS)[number]

export const suggestBusinessDetails = api.post('/api/business-details/suggestions', {
  name: 'businessDetails.suggest',
  acting: 'write',
  scope: 'read',
  changesNothing: true,
  summary: 'Suggestions for the profile from the company website, each with its page',
  description:
    'Reads a few pages, following robots.txt. Nothing is saved, and a value without a page is left out.',
  body: z.strictObject({ website: text(500) }),
  reply: dataReply(
    z.object({
      pages: z.int().check(z.describe('Pages read')),
      problem: z.nullable(z.string()).check(z.describe('Why no page could be read')),
      moved_to: z.nullable(z.string()),
      suggestions: z.array(
        z.object({
          field: z.enum(SUGGESTED_FIELDS),
          value: z.string(),
          page: z.string().check(z.describe('Address of the page')),
        }),
      ),
    }),
  ),
  errors: ['rate_limited'],
})
