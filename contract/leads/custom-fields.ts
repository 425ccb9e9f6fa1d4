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

/** Maximum choices of a field, as a menu that people still read. */
export const MAX_CHOICES = 100

/** Choices of a field, each once, ignoring case. */
export const Choices = z.array(text(60)).check(
  z.minLength(1),
  z.maxLength(MAX_CHOICES),
  z.refine((choices) => new Set(choices.map((choice) => choice.toLowerCase())).size === choices.length, {
    error: 'Each choice can be there once',
  }),
)

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
  choices: z
    .nullable(z.array(z.string()))
    .check(z.describe('Values that a field of kind `choice` takes, in this order; null: any text')),
})
export type CustomField = z.output<typeof CustomField>

/** A custom field in the form that grid, filters, facets and exports use. */
export const customFieldDefinition = ({
  name,
  label,
  kind,
  choices,
}: Omit<CustomField, 'id'>): FieldDefinition => ({
  name,
  label,
  kind,
  filterable: true,
  sortable: true,
  exportable: true,
  ...(kind === 'choice' && { facet: true }),
  ...(choices && { choices }),
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
  description:
    '`choices` is for the kind `choice` alone. With them, leads take no other value there; without them, any text.',
  body: z
    .strictObject({
      label: text(60),
      kind: z._default(z.enum(CUSTOM_FIELD_KINDS), 'text'),
      choices: z.optional(Choices),
    })
    .check(
      z.refine(({ kind, choices }) => !choices || kind === 'choice', {
        path: ['choices'],
        error: 'Only a field of type Choice has choices',
      }),
    ),
  reply: z.object({ data: CustomField }),
  errors: ['conflict'],
})

export const changeCustomField = api.put('/api/custom-fields/{id}', {
  name: 'customFields.change',
  changes: ['custom_fields', 'me'],
  audit: 'custom_field.renamed',
  summary: 'Rename a custom field, or set its choices; its name in filters and files stays the same',
  description:
    'Absent fields stay. `choices: null` allows any text again. Values that leads already have stay, also those that are no longer a choice.',
  body: z.strictObject({ label: z.optional(text(60)), choices: z.optional(z.nullable(Choices)) }),
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
  idempotent: true,
  audit: 'custom_field.restored',
  summary: 'Restore a deleted custom field with its values',
  reply: z.object({ data: CustomField }),
  errors: ['conflict'],
})
