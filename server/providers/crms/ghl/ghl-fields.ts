import * as z from 'zod/mini'
import type { CrmField, CrmFieldKind } from '#contract/leads/crm.ts'
import type { ContactCrm } from '../crm-adapter.ts'
import type { CrmRequest } from '../request-crm.ts'

/** Prefix of custom field keys. */
export const CUSTOM = 'custom:'
const STANDARD: CrmField[] = (
  [
    ['firstName', 'First name', 'text'],
    ['lastName', 'Last name', 'text'],
    ['name', 'Full name', 'text'],
    ['email', 'Email', 'email'],
    ['phone', 'Phone', 'phone'],
    ['companyName', 'Company', 'text'],
    ['website', 'Website', 'url'],
    ['address1', 'Street', 'text'],
    ['city', 'City', 'text'],
    ['state', 'State', 'text'],
    ['postalCode', 'Postal code', 'text'],
    ['country', 'Country', 'text'],
    ['dateOfBirth', 'Date of birth', 'date'],
  ] as const
).map(([key, label, kind]) => ({ key, label, kind, is_custom: false, options: [] }))
export const STANDARD_KEYS = new Set(STANDARD.map(({ key }) => key))

const KINDS: Record<string, CrmFieldKind> = {
  TEXT: 'text',
  LARGE_TEXT: 'text',
  NUMERICAL: 'number',
  MONETORY: 'number',
  PHONE: 'phone',
  DATE: 'date',
  SINGLE_OPTIONS: 'choice',
  RADIO: 'choice',
  EMAIL: 'email',
}
const NEW_KINDS: Partial<Record<CrmFieldKind, string>> = { text: 'TEXT', number: 'NUMERICAL', date: 'DATE' }

const Custom = z.object({
  id: z.string(),
  name: z.string(),
  dataType: z.string(),
  picklistOptions: z.optional(z.nullable(z.array(z.unknown()))),
})

/** An entry of `additionalEmails` is a text or an object with it. */
export const texts = (list: unknown[] | null | undefined, name: string): string[] =>
  (list ?? []).flatMap((item) => {
    if (typeof item === 'string') return item
    const inner = (item as Record<string, unknown> | null)?.[name]
    return typeof inner === 'string' ? inner : []
  })

const makeField = ({ id, name, dataType, picklistOptions }: z.output<typeof Custom>): CrmField => ({
  key: `${CUSTOM}${id}`,
  label: name,
  kind: KINDS[dataType] ?? 'other',
  is_custom: true,
  options: texts(picklistOptions, 'label'),
})

export function createGhlFields(request: CrmRequest): Pick<ContactCrm, 'fields' | 'createField'> {
  const fieldsPath = (account: string) => `/locations/${encodeURIComponent(account)}/customFields`

  return {
    async fields(context) {
      const { account } = await context.access()
      const reply = z.object({ customFields: z.array(Custom) })
      const { customFields } = await request(context, `${fieldsPath(account)}?model=contact`, { reply })
      return [...STANDARD, ...customFields.map(makeField)]
    },
    async createField(context, { label, kind }) {
      const { account } = await context.access()
      const json = { name: label, dataType: NEW_KINDS[kind] ?? 'TEXT', model: 'contact' }
      const { customField } = await request(context, fieldsPath(account), {
        json,
        reply: z.object({ customField: Custom }),
      })
      return makeField(customField)
    },
  }
}
