import * as z from 'zod/mini'
import type { CrmField, CrmFieldKind } from '#contract/leads/crm.ts'
import type { ContactCrm } from '../crm-adapter.ts'
import type { CrmRequest } from '../request-crm.ts'

/** Prefix of custom field keys. */
export const CUSTOM = 'custom:'
const STANDARD: CrmField[] = (
  [
    ['given_name', 'First name', 'text'],
    ['family_name', 'Last name', 'text'],
    ['email', 'Email', 'email'],
    ['phone', 'Phone', 'phone'],
    ['job_title', 'Job title', 'text'],
    ['company', 'Company', 'text'],
    ['website', 'Website', 'url'],
    ['line1', 'Street', 'text'],
    ['locality', 'City', 'text'],
    ['postal_code', 'Postal code', 'text'],
  ] as const
).map(([key, label, kind]) => ({ key, label, kind, is_custom: false, options: [] }))
/** Field keys by property of the list types. */
export const PROPERTIES: Record<string, string> = {
  firstName: 'given_name',
  lastName: 'family_name',
  email: 'email',
  phone: 'phone',
  position: 'job_title',
  companyName: 'company',
  website: 'website',
  address1: 'line1',
  city: 'locality',
  postalCode: 'postal_code',
}

const KINDS: Record<string, CrmFieldKind> = {
  TEXT: 'text',
  TEXT_AREA: 'text',
  NAME: 'text',
  STATE: 'text',
  WHOLE_NUMBER: 'number',
  DECIMAL_NUMBER: 'number',
  CURRENCY: 'number',
  PERCENT: 'number',
  YEAR: 'number',
  DATE: 'date',
  DATE_TIME: 'date',
  EMAIL: 'email',
  PHONE_NUMBER: 'phone',
  WEBSITE: 'url',
  DROPDOWN: 'choice',
  RADIO: 'choice',
}
const NEW_KINDS: Partial<Record<CrmFieldKind, string>> = {
  text: 'TEXT',
  number: 'DECIMAL_NUMBER',
  date: 'DATE',
}

const Custom = z.object({
  id: z.coerce.string(),
  label: z.string(),
  field_type: z.string(),
  options: z.optional(z.nullable(z.array(z.looseObject({ label: z.optional(z.nullable(z.string())) })))),
})

const makeField = ({ id, label, field_type, options }: z.output<typeof Custom>): CrmField => ({
  key: `${CUSTOM}${id}`,
  label,
  kind: KINDS[field_type] ?? 'other',
  is_custom: true,
  options: (options ?? []).flatMap((option) => option.label ?? []),
})

export const createKeapFields = (request: CrmRequest): Pick<ContactCrm, 'fields' | 'createField'> => ({
  async fields(context) {
    const reply = z.object({ custom_fields: z.optional(z.nullable(z.array(Custom))) })
    const { custom_fields } = await request(context, '/contacts/model', { reply })
    return [...STANDARD, ...(custom_fields ?? []).map(makeField)]
  },
  async createField(context, { label, kind }) {
    const json = { label, field_type: NEW_KINDS[kind] ?? 'TEXT' }
    return makeField(await request(context, '/contacts/model/customFields', { json, reply: Custom }))
  },
})
