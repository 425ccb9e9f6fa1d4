import * as z from 'zod/mini'
import '../messages.ts'
import { EMAIL_SEARCH_FIELDS } from '../email-search.ts'
import { sourceField, sourceFormItem } from '../sources/index.ts'
import { COMMON_FIELDS, defineListType, loose, promoted } from './define.ts'

/** A search for people. Only the sample source answers it so far. */
export const PeopleSearch = z.strictObject({
  source: sourceField('people'),
  position: z.optional(z.string().check(z.trim(), z.maxLength(200))),
  company: z.optional(z.string().check(z.trim(), z.maxLength(200))),
  keywords: z.optional(z.string().check(z.trim(), z.maxLength(200))),
})

/** Manual entry of a person (spec section 3): a LinkedIn URL or an email is required. */
export const PeopleManualEntry = z
  .strictObject({
    linkedin_url: z.optional(z.url()),
    email: z.optional(z.email()),
    company: z.optional(z.string().check(z.trim(), z.maxLength(300))),
    name: z.optional(z.string().check(z.trim(), z.maxLength(300))),
    position: z.optional(z.string().check(z.trim(), z.maxLength(300))),
  })
  .check(
    z.refine((entry) => Boolean(entry.linkedin_url || entry.email), {
      path: ['linkedin_url'],
      error: 'Field is required',
    }),
  )

export const people = defineListType({
  id: 'people',
  number: 2,
  searchCode: 'people',
  name: 'People',
  label: 'People',
  chargeKind: 'people_contact',
  fields: [
    promoted('name', 'Name', 'text', { crm: 'name', defaultColumn: true }),
    promoted('email', 'Email', 'email', { crm: 'email', defaultColumn: true }),
    promoted('phone', 'Phone', 'phone', { crm: 'phone', defaultColumn: true }),
    promoted('position', 'Position', 'text', { defaultColumn: true }),
    promoted('company', 'Company', 'text', { crm: 'companyName', defaultColumn: true }),
    promoted('domain', 'Domain', 'text'),
    promoted('email_state', 'Email state', 'choice', { facet: true }),
    loose('email_kind', 'Email type', 'choice', { facet: true }),
    ...EMAIL_SEARCH_FIELDS,
    promoted('city', 'City', 'text', { crm: 'city', facet: true }),
    promoted('region', 'State / region', 'text', { crm: 'state', facet: true }),
    promoted('country', 'Country', 'country', { crm: 'country', defaultColumn: true, facet: true }),
    loose('linkedin_url', 'LinkedIn', 'url', { defaultColumn: true }),
    ...COMMON_FIELDS,
  ],
  searchForm: [
    { name: 'position', label: 'Position', kind: 'text', placeholder: 'e.g. Head of marketing' },
    { name: 'company', label: 'Company', kind: 'text' },
    { name: 'keywords', label: 'Keywords', kind: 'text' },
    sourceFormItem('people'),
  ],
  searchSchema: PeopleSearch,
  manualEntrySchema: PeopleManualEntry,
  actions: [
    'email-found',
    'status',
    'more-filters',
    'search',
    'get-phones',
    'manual-entry',
    'find-emails',
    'verify',
    'custom-labels',
    'ai',
    'crm',
    'csv',
    'csv-options',
    'delete',
  ],
})
