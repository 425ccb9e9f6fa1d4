import * as z from 'zod/mini'
import { Done, Id, Timestamp, text } from '../core/common.ts'
import { defineArea } from '../core/define-area.ts'
import type { FieldDefinition } from './list-types/define.ts'

export const CUSTOM_FIELD_KINDS = ['text', 'number', 'date', 'url', 'choice'] as const
export type CustomFieldKind = (typeof CUSTOM_FIELD_KINDS)[number]

export const CUSTOM_FIELD_KIND_LABELS: Record<CustomFieldKind, string> = {
  text: 'Text',
  number: 'Number',
  date: 'Date',
  url: 'Link',
  choice: 'Choice',
}

/** Maximum number of custom fields of an account; more would slow down every row. */
export const MAX_CUSTOM_FIELDS = 100

/** Prefix of every custom field's name, so that it never clashes with a declared one. */
export const CUSTOM_FIELD_PREFIX = 'cf_'

/**
 * A field that an account has added to its leads in every list type. `name` is its name in filters, CSV and the API.
 */
export const CustomField = z.object({
  id: Id,
  name: z.string(),
  label: z.string(),
  kind: z.enum(CUSTOM_FIELD_KINDS),
})
export type CustomField = z.output<typeof CustomField>

/** A custom field in the form that grid, filters, facets and exports use. */
export const customFieldDefinition = ({ name, label, kind }: Omit<CustomField, 'id'>): FieldDefinition => ({
  name,
  label,
  kind,
  filterable: true,
  sortable: true,
  exportable: true,
  ...(kind === 'choice' && { facet: true }),
})

const api = defineArea({ tag: 'Leads', access: { module: 'leads' }, scope: 'write' })

export const customFields = api.get('/api/custom-fields', {
  name: 'customFields.index',
  reads: ['custom_fields'],
  summary: 'Custom fields of the account’s leads',
  reply: z.object({
    data: z.array(
      z.object({
        ...CustomField.shape,
        leads: z.int().check(z.describe('Leads with a value, outside the trash')),
        created_at: Timestamp,
      }),
    ),
  }),
})

export const createCustomField = api.create('/api/custom-fields', {
  name: 'customFields.create',
  changes: ['custom_fields', 'me'],
  audit: 'custom_field.created',
  summary: 'Add a field to all leads of the account',
  idempotent: true,
  body: z.strictObject({ label: text(60), kind: z._default(z.enum(CUSTOM_FIELD_KINDS), 'text') }),
  reply: z.object({ data: CustomField }),
  errors: ['conflict'],
})

export const renameCustomField = api.put('/api/custom-fields/{id}', {
  name: 'customFields.rename',
  changes: ['custom_fields', 'me'],
  audit: 'custom_field.renamed',
  summary: 'Rename a custom field; its name in filters and files stays the same',
  body: z.strictObject({ label: text(60) }),
  reply: z.object({ data: CustomField }),
  errors: ['conflict'],
})

export const deleteCustomField = api.delete('/api/custom-fields/{id}', {
  name: 'customFields.delete',
  changes: ['custom_fields', 'me', 'list:*', 'counts:*'],
  audit: 'custom_field.deleted',
  summary: 'Delete a custom field; its values are kept and restored with it',
  reply: Done,
})

export const restoreCustomField = api.post('/api/custom-fields/{id}/restore', {
  name: 'customFields.restore',
  changes: ['custom_fields', 'me', 'list:*', 'counts:*'],
  audit: 'custom_field.restored',
  summary: 'Restore a deleted custom field with its values',
  reply: z.object({ data: CustomField }),
  errors: ['conflict'],
})
