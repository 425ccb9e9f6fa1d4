import * as z from 'zod/mini'
import type { CrmField, CrmFieldKind } from '#contract/leads/crm.ts'
import type { ContactCrm, CrmContext } from '../crm-adapter.ts'
import type { CrmRequest } from '../request-crm.ts'
import { listPipedrive, V2 } from './pipedrive-request.ts'

/** Prefix of custom field keys. */
export const CUSTOM = 'custom:'
/** What can be written besides custom fields: addresses and positions come from its contact sync only. */
const STANDARD: CrmField[] = (
  [
    ['name', 'Name', 'text'],
    ['email', 'Email', 'email'],
    ['phone', 'Phone', 'phone'],
  ] as const
).map(([key, label, kind]) => ({ key, label, kind, is_custom: false, options: [] }))
export const STANDARD_KEYS = new Set(STANDARD.map(({ key }) => key))

const KINDS: Record<string, CrmFieldKind> = {
  varchar: 'text',
  varchar_auto: 'text',
  text: 'text',
  int: 'number',
  double: 'number',
  date: 'date',
  phone: 'phone',
}
const NEW_KINDS: Partial<Record<CrmFieldKind, string>> = { text: 'text', number: 'double', date: 'date' }

const Field = z.object({
  field_code: z.string(),
  field_name: z.string(),
  field_type: z.string(),
  is_custom_field: z.boolean(),
  options: z.optional(z.nullable(z.array(z.object({ id: z.unknown(), label: z.string() })))),
})

/** Choices take only their own ids, which leads don't have. */
const makeField = ({ field_code, field_name, field_type }: z.output<typeof Field>): CrmField => ({
  key: `${CUSTOM}${field_code}`,
  label: field_name,
  kind: KINDS[field_type] ?? 'other',
  is_custom: true,
  options: [],
})

const readFields = (request: CrmRequest, context: CrmContext) =>
  listPipedrive(request, context, { path: '/personFields', item: Field })

/** Labels of people by name in lower case. */
export async function readLabels(request: CrmRequest, context: CrmContext): Promise<Map<string, number>> {
  const labels = (await readFields(request, context)).find(({ field_code }) => field_code === 'label_ids')
  return new Map((labels?.options ?? []).map(({ id, label }) => [label.toLowerCase(), Number(id)]))
}

export const createPipedriveFields = (request: CrmRequest): Pick<ContactCrm, 'fields' | 'createField'> => ({
  async fields(context) {
    const custom = (await readFields(request, context)).filter(({ is_custom_field }) => is_custom_field)
    return [...STANDARD, ...custom.map(makeField)]
  },
  async createField(context, { label, kind }) {
    const json = { field_name: label, field_type: NEW_KINDS[kind] ?? 'text' }
    const { data } = await request(context, `${V2}/personFields`, { json, reply: z.object({ data: Field }) })
    return makeField(data)
  },
})
