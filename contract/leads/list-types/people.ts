import * as z from 'zod/mini'
import { MESSAGES } from '../../core/messages.ts'
import '../../core/messages.ts'
import { AI_TEXT_FIELDS } from '../../ai/ai-prompt-types.ts'
import { isSampleSearch, sourceField, sourceFormItem } from '../../sources/source-kinds/index.ts'
import { EMAIL_SEARCH_FIELDS } from '../email-search.ts'
import { COMPANY_SIZES, DEPARTMENT_LABELS, DEPARTMENTS } from '../people-labels.ts'
import { SENIORITIES, SENIORITY_LABELS } from '../seniorities.ts'
import { COMMON_FIELDS, defineListType, loose, promoted } from './define.ts'

const freeText = () => z.optional(z.string().check(z.trim(), z.maxLength(200)))

/** Text fields, one of which is enough for a search. */
const NARROWING = [
  'position',
  'company',
  'company_domain',
  'industry',
  'place',
  'company_place',
  'keywords',
] as const

/** Maximum people per company in a search. */
const MAX_PER_COMPANY = 100

/**
 * A search for people. At least one criterion is required. A position includes its synonyms unless `exact_title` is
 * on; places are names of cities, regions or countries, of the person and of the company.
 */
export const PeopleSearch = z
  .strictObject({
    source: sourceField('people'),
    position: freeText(),
    exact_title: z._default(z.boolean(), false),
    seniority: z._default(z.array(z.enum(SENIORITIES)).check(z.maxLength(SENIORITIES.length)), []),
    department: z._default(z.array(z.enum(DEPARTMENTS)).check(z.maxLength(DEPARTMENTS.length)), []),
    company: freeText(),
    company_domain: freeText(),
    company_size: z._default(z.array(z.enum(COMPANY_SIZES)).check(z.maxLength(COMPANY_SIZES.length)), []),
    industry: freeText(),
    place: freeText(),
    company_place: freeText(),
    keywords: freeText(),
    has: z._default(z.array(z.enum(['email', 'phone', 'linkedin'])).check(z.maxLength(3)), []),
    max_per_company: z.optional(z.int().check(z.minimum(1), z.maximum(MAX_PER_COMPANY))),
  })
  .check(
    z.refine(
      (search) =>
        isSampleSearch(search) ||
        search.seniority.length > 0 ||
        search.department.length > 0 ||
        NARROWING.some((field) => Boolean(search[field])),
      {
        path: ['position'],
        error: MESSAGES.required,
      },
    ),
  )
export type PeopleSearch = z.output<typeof PeopleSearch>

/** Manual entry of a person (spec section 3): a LinkedIn URL or an email is required. */
const PeopleManualEntry = z
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
      error: MESSAGES.required,
    }),
  )

export const people = defineListType({
  id: 'people',
  number: 2,
  searchCode: 'people',
  name: 'People',
  label: 'People',
  subject: 'person',
  searchUnit: 'lead',
  similarBy: 'position',
  chargeKind: 'people_contact',
  fields: [
    promoted('name', 'Name', 'text', { crm: 'name', defaultColumn: true }),
    promoted('email', 'Email', 'email', { crm: 'email', defaultColumn: true }),
    promoted('phone', 'Phone', 'phone', { crm: 'phone', defaultColumn: true }),
    promoted('position', 'Position', 'text', { defaultColumn: true, searchedBy: 'position' }),
    loose('seniority', 'Seniority', 'choice', { facet: true, searchedBy: 'seniority' }),
    loose('department', 'Department', 'text'),
    promoted('company', 'Company', 'text', { crm: 'companyName', defaultColumn: true }),
    promoted('website', 'Website', 'url', { crm: 'website' }),
    promoted('domain', 'Domain', 'text'),
    promoted('email_state', 'Email state', 'choice', { facet: true }),
    loose('email_kind', 'Email type', 'choice', { facet: true }),
    ...EMAIL_SEARCH_FIELDS,
    promoted('city', 'City', 'text', { crm: 'city', facet: true }),
    promoted('region', 'State / region', 'text', { crm: 'state', facet: true, searchedBy: 'place' }),
    promoted('country', 'Country', 'country', {
      crm: 'country',
      defaultColumn: true,
      facet: true,
      searchedBy: 'place',
    }),
    loose('linkedin_url', 'LinkedIn', 'url', { defaultColumn: true }),
    loose('github_url', 'GitHub', 'url'),
    loose('x_url', 'X', 'url'),
    loose('keywords', 'Keywords', 'text'),
    ...AI_TEXT_FIELDS,
    ...COMMON_FIELDS,
  ],
  searchForm: [
    {
      name: 'position',
      label: 'Position',
      kind: 'text',
      placeholder: 'e.g. Head of marketing',
      help: 'Also matches synonyms: CEO, managing director, Geschäftsführer …',
    },
    {
      name: 'seniority',
      label: 'Seniority',
      isExtra: true,
      kind: 'choices',
      options: SENIORITIES.map((value) => ({ value, label: SENIORITY_LABELS[value] })),
    },
    { name: 'exact_title', label: 'Only this position, without synonyms', isExtra: true, kind: 'switch' },
    {
      name: 'department',
      label: 'Department',
      isExtra: true,
      kind: 'choices',
      options: DEPARTMENTS.map((value) => ({ value, label: DEPARTMENT_LABELS[value] })),
    },
    { name: 'company', label: 'Company', isExtra: true, kind: 'text', placeholder: 'e.g. Acme' },
    {
      name: 'company_domain',
      label: 'Company domain',
      isExtra: true,
      kind: 'text',
      placeholder: 'e.g. acme.com',
    },
    {
      name: 'company_size',
      label: 'Employees',
      isExtra: true,
      kind: 'choices',
      options: COMPANY_SIZES.map((value) => ({ value, label: value.replace('-', ' to ') })),
    },
    { name: 'industry', label: 'Industry', isExtra: true, kind: 'text', placeholder: 'e.g. Software' },
    { name: 'place', label: 'Place', kind: 'text', placeholder: 'City, region or country' },
    {
      name: 'company_place',
      label: 'Company location',
      isExtra: true,
      kind: 'text',
      placeholder: 'City, region or country',
    },
    { name: 'keywords', label: 'Keywords', isExtra: true, kind: 'text', placeholder: 'e.g. Kubernetes' },
    {
      name: 'has',
      label: 'Must have',
      isExtra: true,
      kind: 'choices',
      options: [
        { value: 'email', label: 'Email' },
        { value: 'phone', label: 'Phone' },
        { value: 'linkedin', label: 'LinkedIn' },
      ],
    },
    { name: 'max_per_company', label: 'Max per company', isExtra: true, kind: 'number' },
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
    'waterfall',
    'find-similar',
    'manual-entry',
    'find-emails',
    'verify',
    'custom-labels',
    'set-status',
    'edit-field',
    'clean-up',
    'find-duplicates',
    'notice',
    'move',
    'autopilot',
    'ai',
    'crm',
    'csv',
    'csv-options',
    'delete',
  ],
})
