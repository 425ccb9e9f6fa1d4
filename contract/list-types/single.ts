import * as z from 'zod/mini'
import '../messages.ts'
import { COMMON_FIELDS, type ListTypeDefinition, loose, promoted } from './define.ts'

/** Contacts of one domain. Only the sample source answers it so far. */
export const SingleSearch = z.strictObject({
  source: z._default(z.enum(['sample']), 'sample'),
  domain: z.optional(z.string().check(z.trim(), z.maxLength(253))),
})

export const single: ListTypeDefinition = {
  id: 'single',
  number: 3,
  searchCode: 'single',
  name: 'Single domain',
  label: 'Single domain',
  chargeKind: 'domain_email',
  fields: [
    promoted('email', 'E-mail', 'email', { crm: 'email', defaultColumn: true }),
    promoted('email_state', 'E-mail state', 'choice', { defaultColumn: true, facet: true }),
    promoted('name', 'Name', 'text', { crm: 'name', defaultColumn: true }),
    promoted('position', 'Position', 'text', { defaultColumn: true }),
    promoted('domain', 'Domain', 'text', { defaultColumn: true, facet: true }),
    promoted('phone', 'Phone', 'phone', { crm: 'phone' }),
    loose('email_kind', 'Kind of address', 'choice', { facet: true }),
    ...COMMON_FIELDS,
  ],
  searchForm: [
    { name: 'domain', label: 'Domain', kind: 'text', placeholder: 'example.com' },
    {
      name: 'source',
      label: 'Source',
      kind: 'source',
      options: [{ value: 'sample', label: 'Sample data (free)' }],
    },
  ],
  searchSchema: SingleSearch,
  manualEntrySchema: null,
  actions: ['status', 'more-filters', 'search', 'get-employees', 'custom-labels', 'crm', 'csv', 'delete'],
}
