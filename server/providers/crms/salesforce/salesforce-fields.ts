import * as z from 'zod/mini'
import type { CrmField, CrmFieldKind } from '#contract/leads/crm.ts'
import type { ContactCrm, CrmContext } from '../crm-adapter.ts'
import { CrmError } from '../crm-error.ts'
import type { CrmRequest } from '../request-crm.ts'
import { SALESFORCE_LABEL } from './salesforce-request.ts'

/** Field keys by property of the list types. */
export const PROPERTIES: Record<string, string> = {
  firstName: 'FirstName',
  lastName: 'LastName',
  email: 'Email',
  phone: 'Phone',
  position: 'Title',
  address1: 'MailingStreet',
  city: 'MailingCity',
  state: 'MailingState',
  postalCode: 'MailingPostalCode',
  country: 'MailingCountry',
}

const KINDS: Record<string, CrmFieldKind> = {
  string: 'text',
  textarea: 'text',
  email: 'email',
  phone: 'phone',
  url: 'url',
  double: 'number',
  int: 'number',
  currency: 'number',
  percent: 'number',
  date: 'date',
}

const Described = z.object({
  fields: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      type: z.string(),
      createable: z.boolean(),
      updateable: z.boolean(),
      custom: z.boolean(),
    }),
  ),
})

export interface SalesforceFields extends Pick<ContactCrm, 'fields' | 'createField'> {
  /** Names of the fields of contacts that can be mapped, to be read with them. */
  names(context: CrmContext): Promise<string[]>
}

export function createSalesforceFields(request: CrmRequest): SalesforceFields {
  const known = new Map<string, string[]>()

  async function fields(context: CrmContext): Promise<CrmField[]> {
    const { fields } = await request(context, '/sobjects/Contact/describe', { reply: Described })
    const writable = fields.filter(
      ({ createable, updateable, type }) => createable && updateable && type in KINDS,
    )
    known.set(
      context.key,
      writable.map(({ name }) => name),
    )
    return writable.map(({ name, label, type, custom }) => ({
      key: name,
      label,
      kind: KINDS[type] ?? 'other',
      is_custom: custom,
      options: [],
    }))
  }

  return {
    fields,
    async names(context) {
      if (!known.has(context.key)) await fields(context)
      return known.get(context.key) ?? []
    },
    createField: async () => {
      throw new CrmError(SALESFORCE_LABEL, 'forbidden')
    },
  }
}
