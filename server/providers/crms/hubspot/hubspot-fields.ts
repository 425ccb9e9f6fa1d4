import * as z from 'zod/mini'
import type { CrmField, CrmFieldKind } from '#contract/leads/crm.ts'
import type { ContactCrm, CrmContext } from '../crm-adapter.ts'
import type { CrmRequest } from '../request-crm.ts'
import { propertiesPath } from './hubspot-request.ts'

/** Field keys by property of the list types. */
export const PROPERTIES: Record<string, string> = {
  firstName: 'firstname',
  lastName: 'lastname',
  email: 'email',
  phone: 'phone',
  position: 'jobtitle',
  companyName: 'company',
  website: 'website',
  address1: 'address',
  city: 'city',
  state: 'state',
  postalCode: 'zip',
  country: 'country',
}

const KINDS: Record<string, CrmFieldKind> = {
  string: 'text',
  number: 'number',
  date: 'date',
  phone_number: 'phone',
}
const KNOWN_KINDS: Record<string, CrmFieldKind> = {
  email: 'email',
  phone: 'phone',
  mobilephone: 'phone',
  website: 'url',
}
const NEW_KINDS: Partial<Record<CrmFieldKind, { type: string; fieldType: string }>> = {
  text: { type: 'string', fieldType: 'textarea' },
  number: { type: 'number', fieldType: 'number' },
  date: { type: 'date', fieldType: 'date' },
}
/** The group of properties that every account has for contacts. */
const GROUP = 'contactinformation'

const Property = z.object({
  name: z.string(),
  label: z.string(),
  type: z.string(),
  hidden: z.optional(z.boolean()),
  archived: z.optional(z.boolean()),
  calculated: z.optional(z.boolean()),
  hubspotDefined: z.optional(z.boolean()),
  modificationMetadata: z.optional(z.object({ readOnlyValue: z.boolean() })),
})
type Property = z.output<typeof Property>

const isWritable = ({ hidden, archived, calculated, modificationMetadata }: Property): boolean =>
  !(hidden || archived || calculated || modificationMetadata?.readOnlyValue)

/** Choices take only their own codes, and times only milliseconds: leads have neither. */
const makeField = ({ name, label, type, hubspotDefined }: Property): CrmField => ({
  key: name,
  label,
  kind: KNOWN_KINDS[name] ?? KINDS[type] ?? 'other',
  is_custom: !hubspotDefined,
  options: [],
})

/** Name of a new property: lower case letters, digits and underscores, beginning with a letter. */
const makeName = (label: string): string => {
  const name = label
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
  return /^[a-z]/.test(name) ? name : `field_${name}`
}

export interface HubspotFields extends Pick<ContactCrm, 'fields' | 'createField'> {
  /** Names of the properties of contacts, to be read with them. */
  names(context: CrmContext): Promise<string[]>
}

export function createHubspotFields(request: CrmRequest): HubspotFields {
  const known = new Map<string, string[]>()

  async function fields(context: CrmContext): Promise<CrmField[]> {
    const reply = z.object({ results: z.array(Property) })
    const { results } = await request(context, propertiesPath('contacts'), { reply })
    const writable = results.filter(isWritable)
    known.set(
      context.key,
      writable.map(({ name }) => name),
    )
    return writable.map(makeField)
  }

  return {
    fields,
    async names(context) {
      if (!known.has(context.key)) await fields(context)
      return known.get(context.key) ?? []
    },
    async createField(context, { label, kind }) {
      const form = NEW_KINDS[kind] ?? { type: 'string', fieldType: 'textarea' }
      const json = { name: makeName(label), label, groupName: GROUP, ...form }
      const made = await request(context, propertiesPath('contacts'), { json, reply: Property })
      known.delete(context.key)
      return makeField(made)
    },
  }
}
