import * as z from 'zod/mini'
import { AI_TEXT_FIELDS } from '../../ai/ai-prompt-types.ts'
import {
  DEFAULT_MAX_EMAILS,
  MAX_DOMAIN_ENTRY,
  MAX_DOMAINS,
  MAX_EMAILS,
  MAX_WEBSITE_PAGES,
} from '../../core/constants.ts'
import { MESSAGES } from '../../core/messages.ts'
import { isSampleSearch, sourceField, sourceFormItem } from '../../sources/source-kinds/index.ts'
import { WEBSITE_SIGNAL_FIELDS, WHY_FIELD } from '../signals.ts'
import { COMMON_FIELDS, defineListType, loose, promoted } from './define.ts'

/**
 * Contacts of companies by their domains. `domains` are domains, page addresses or email addresses; each stands for
 * its registrable domain, and a host is where reading starts. Invalid entries are skipped and named in the response.
 * Costs one credit per address found or potential, at most `max_emails` per domain; addresses whose check could not
 * tell or that are inferred from a pattern, phones, people and profiles are free.
 */
export const SingleSearch = z
  .strictObject({
    source: sourceField('single'),
    domains: z._default(
      z
        .array(z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_DOMAIN_ENTRY)))
        .check(z.maxLength(MAX_DOMAINS)),
      [],
    ),
    max_emails: z._default(z.int().check(z.minimum(1), z.maximum(MAX_EMAILS)), DEFAULT_MAX_EMAILS),
    max_pages: z.optional(z.int().check(z.minimum(1), z.maximum(MAX_WEBSITE_PAGES))),
    only_published: z._default(z.boolean(), false),
  })
  .check(
    z.refine((search) => isSampleSearch(search) || search.domains.length > 0, {
      path: ['domains'],
      error: MESSAGES.required,
    }),
  )
export type SingleSearch = z.output<typeof SingleSearch>

export const single = defineListType({
  id: 'single',
  number: 3,
  searchCode: 'single',
  name: 'Company websites',
  label: 'Company websites',
  subject: 'address',
  searchUnit: 'website',
  similarBy: null,
  chargeKind: 'domain_email',
  fields: [
    promoted('name', 'Name', 'text', { crm: 'name', defaultColumn: true }),
    promoted('email', 'Email', 'email', { crm: 'email', defaultColumn: true }),
    promoted('phone', 'Phone', 'phone', { crm: 'phone', defaultColumn: true }),
    promoted('email_state', 'Email state', 'choice', { facet: true }),
    promoted('position', 'Position', 'text', { defaultColumn: true }),
    loose('seniority', 'Seniority', 'choice', { facet: true }),
    loose('department', 'Department', 'text'),
    promoted('domain', 'Domain', 'text', { crm: 'website', defaultColumn: true, facet: true }),
    loose('email_kind', 'Email type', 'choice', { facet: true, defaultColumn: true }),
    loose('linkedin_url', 'LinkedIn', 'url'),
    ...WEBSITE_SIGNAL_FIELDS,
    WHY_FIELD,
    ...AI_TEXT_FIELDS,
    ...COMMON_FIELDS,
  ],
  searchForm: [
    {
      name: 'domains',
      label: 'Domains',
      kind: 'domains',
      placeholder: 'acme.example',
      help: 'One or more domains or URLs, separated by commas, spaces or new lines.',
    },
    { name: 'max_emails', label: 'Max emails per website', kind: 'number', placeholder: '20' },
    { name: 'max_pages', label: 'Max pages per website', kind: 'number', placeholder: '100' },
    {
      name: 'only_published',
      label: 'Only published emails',
      kind: 'switch',
      help: 'Otherwise we also guess emails of named people from the domain’s pattern, for free.',
    },
    sourceFormItem('single'),
  ],
  searchSchema: SingleSearch,
  manualEntrySchema: null,
  actions: [
    'status',
    'more-filters',
    'search',
    'get-employees',
    'check-websites',
    'verify',
    'custom-labels',
    'ai',
    'set-status',
    'edit-field',
    'clean-up',
    'find-duplicates',
    'notice',
    'move',
    'autopilot',
    'crm',
    'csv',
    'csv-options',
    'delete',
  ],
})
