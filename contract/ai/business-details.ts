import * as z from 'zod/mini'
import { dataOf, Id, Timestamp, text } from '../core/common.ts'
import { defineArea } from '../core/endpoint.ts'
import { MESSAGES } from '../core/messages.ts'
import { Version } from '../core/versions.ts'

const typed = (max: number) => z._default(z.string().check(z.trim(), z.maxLength(max)), '')

/** An address with http or https; empty is none. A name without either gets https. */
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

/** Phrases that must not are in what is written for the business. */
export const MAX_BANNED_PHRASES = 100

/** What a business says about itself. Empty text is "not said". */
const fields = {
  name: text(200),
  website: Website,
  address: typed(500).check(z.describe('Postal address, a line each')),
  description: typed(2000).check(z.describe('What the business does')),
  offer: typed(2000),
  proof: typed(2000).check(z.describe('Proof: customers, numbers, awards')),
  tone: typed(500).check(z.describe('How it speaks')),
  banned_phrases: z
    ._default(z.array(text(200)).check(z.maxLength(MAX_BANNED_PHRASES)), [])
    .check(z.describe('Never used in what is written for it')),
  signature: typed(1000),
}

/** The business profile of an account as it is. */
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
  updated_by: z.nullable(z.string()).check(z.describe('Who saved it last')),
  updated_at: Timestamp,
})
export type BusinessDetails = z.output<typeof BusinessDetails>

const api = defineArea({ tag: 'Business profile', access: { can: 'see_work' }, scope: 'write' })

export const businessDetails = api.get('/api/business-details/data', {
  name: 'businessDetails.show',
  reads: ['business_details'],
  summary: 'The business profile of the account; null until somebody fills it in',
  reply: dataOf(z.nullable(BusinessDetails)),
})

export const createBusinessDetails = api.post('/api/business-details/data', {
  name: 'businessDetails.create',
  changes: ['business_details', 'checklist'],
  audit: 'business_details.changed',
  summary: 'Fill in the business profile; there is one per account',
  description:
    'When there is one already the answer is `edit_conflict` with it as `details.current`: change that one.',
  body: z.strictObject(fields),
  reply: z.object({ data: BusinessDetails, message: z.string() }),
  status: 201,
  errors: ['edit_conflict'],
})

export const updateBusinessDetails = api.put('/api/business-details/data/{id}', {
  name: 'businessDetails.update',
  changes: ['business_details'],
  audit: 'business_details.changed',
  summary: 'Change the business profile',
  description:
    '`version` is the one that was read. When somebody saved another one meanwhile nothing is changed and the answer is `edit_conflict` with `details.current`.',
  body: z.strictObject({ ...fields, version: Version }),
  reply: z.object({ data: BusinessDetails, message: z.string() }),
  errors: ['edit_conflict'],
})

/** Fields that a website can tell. */
export const SUGGESTED_FIELDS = ['name', 'website', 'address', 'description'] as const
export type SuggestedField = (typeof SUGGESTED_FIELDS)[number]

export const suggestBusinessDetails = api.post('/api/business-details/suggestions', {
  name: 'businessDetails.suggest',
  acting: 'write',
  scope: 'read',
  changesNothing: true,
  summary: 'What the business’s own website says for its profile, each value with the page it stands on',
  description:
    'Reads a few pages within robots.txt. Nothing is saved, and a value without a page is left out.',
  body: z.strictObject({ website: text(500) }),
  reply: dataOf(
    z.object({
      pages: z.int().check(z.describe('Pages read')),
      problem: z.nullable(z.string()).check(z.describe('Why nothing could be read')),
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
