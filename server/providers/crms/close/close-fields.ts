import * as z from 'zod/mini'
import type { CrmField, CrmFieldKind } from '#contract/leads/crm.ts'
import type { ContactCrm } from '../crm-adapter.ts'
import type { CrmRequest } from '../request-crm.ts'

/** Prefix of custom field keys, as in its API. */
export const CUSTOM = 'custom.'
const STANDARD: CrmField[] = (
  [
    ['name', 'Name', 'text'],
    ['title', 'Title', 'text'],
    ['email', 'Email', 'email'],
    ['phone', 'Phone', 'phone'],
    ['url', 'Website', 'url'],
  ] as const
).map(([key, label, kind]) => ({ key, label, kind, is_custom: false, options: [] }))

/** Field keys by property of the list types. */
export const PROPERTIES: Record<string, string> = {
  name: 'name',
  position: 'title',
  email: 'email',
  phone: 'phone',
  website: 'url',
}

const KINDS: Record<string, CrmFieldKind> = {
  text: 'text',
  textarea: 'text',
  number: 'number',
  date: 'date',
}
const NEW_KINDS: Partial<Record<CrmFieldKind, string>> = { text: 'textarea', number: 'number', date: 'date' }
const PATH = '/custom_field/contact/'

const Field = z.object({ id: z.string(), name: z.string(), type: z.string() })

const makeField = ({ id, name, type }: z.output<typeof Field>): CrmField => ({
  key: `${CUSTOM}${id}`,
  label: name,
  kind: KINDS[type] ?? 'other',
  is_custom: true,
  options: [],
})

export const createCloseFields = (request: CrmRequest): Pick<ContactCrm, 'fields' | 'createField'> => ({
  async fields(context) {
    const { data } = await request(context, PATH, { reply: z.object({ data: z.array(Field) }) })
    return [...STANDARD, ...data.map(makeField)]
  },
  async createField(context, { label, kind }) {
    const json = { name: label, type: NEW_KINDS[kind] ?? 'text' }
    return makeField(await request(context, PATH, { json, reply: Field }))
  },
})
