import * as z from 'zod/mini'
import type { ContactCrm, CrmContact, CrmContext, CrmWrite } from '../crm-adapter.ts'
import { CrmError } from '../crm-error.ts'
import { matchContact } from '../match-contacts.ts'
import type { CrmRequest } from '../request-crm.ts'
import type { SalesforceFields } from './salesforce-fields.ts'
import { anyOf, querySalesforce, quoted, SALESFORCE_LABEL } from './salesforce-request.ts'

const Record = z.looseObject({ Id: z.string(), LastModifiedDate: z.optional(z.nullable(z.string())) })
type Record = z.output<typeof Record>

function present(record: Record): CrmContact {
  const { Id, LastModifiedDate, attributes: _, ...rest } = record
  const values = Object.fromEntries(
    Object.entries(rest).filter(
      ([, value]) => typeof value === 'number' || (typeof value === 'string' && value !== ''),
    ),
  ) as CrmContact['values']
  return {
    id: Id,
    values,
    emails: values.Email === undefined ? [] : [String(values.Email).toLowerCase()],
    phones: [values.Phone, values.MobilePhone].flatMap((phone) => (phone === undefined ? [] : String(phone))),
    updatedAt: LastModifiedDate ? new Date(LastModifiedDate) : null,
  }
}

const Upserted = z.array(
  z.object({
    id: z.optional(z.nullable(z.string())),
    success: z.boolean(),
    created: z.optional(z.boolean()),
    errors: z.optional(z.array(z.object({ message: z.string() }))),
  }),
)

/** A contact needs a last name. */
const fallbackName = ({ email, phone, values }: CrmWrite): string =>
  String(values.FirstName ?? email ?? phone ?? 'Unknown')

const makeBody = ({ values, owner, email, phone }: CrmWrite) => ({
  ...values,
  ...(email !== null && { Email: email }),
  ...(phone !== null && { Phone: phone }),
  ...(owner !== null && { OwnerId: owner }),
})

const unique = (values: readonly (string | null)[]): string[] => [
  ...new Set(values.flatMap((value) => value ?? [])),
]

export function createSalesforceContacts(
  request: CrmRequest,
  fields: SalesforceFields,
): Pick<ContactCrm, 'find' | 'write' | 'read'> {
  async function select(context: CrmContext, where: string): Promise<CrmContact[]> {
    const names = new Set(['Id', 'LastModifiedDate', 'Email', 'Phone', ...(await fields.names(context))])
    const query = `SELECT ${[...names].join(',')} FROM Contact WHERE ${where}`
    return (await querySalesforce(request, context, query, Record)).map(present)
  }

  /**
   * By the email as the key where there is one: a repeated request creates no second contact. The reply to such a
   * request says for each record whether it was stored.
   */
  async function create(context: CrmContext, write: CrmWrite): Promise<{ id: string; isNew: boolean }> {
    const body: globalThis.Record<string, unknown> = makeBody(write)
    body.LastName ??= fallbackName(write)
    if (body.Email === undefined) {
      const reply = z.object({ id: z.string() })
      return { ...(await request(context, '/sobjects/Contact', { json: body, reply })), isNew: true }
    }
    const json = { allOrNone: false, records: [{ attributes: { type: 'Contact' }, ...body }] }
    const path = '/composite/sobjects/Contact/Email'
    const [stored] = await request(context, path, { method: 'PATCH', json, reply: Upserted })
    if (stored?.success && stored.id) return { id: stored.id, isNew: stored.created ?? false }
    const detail = stored?.errors?.[0]?.message
    throw new CrmError(SALESFORCE_LABEL, 'invalid', detail ? { detail } : {})
  }

  return {
    async find(context, wanted) {
      const ids = unique(wanted.map(({ remoteId }) => remoteId))
      const emails = unique(wanted.map(({ email }) => email))
      const phones = unique(wanted.map(({ phone }) => phone))
      const tests = [
        ...(ids.length > 0 ? [`Id IN ${anyOf(ids)}`] : []),
        ...(emails.length > 0 ? [`Email IN ${anyOf(emails)}`] : []),
        ...(phones.length > 0 ? [`Phone IN ${anyOf(phones)}`] : []),
      ]
      const contacts = tests.length === 0 ? [] : await select(context, tests.join(' OR '))
      return wanted.map((identity) => matchContact(identity, contacts))
    },
    async write(context, write) {
      if (!write.contact) return create(context, write)
      const path = `/sobjects/Contact/${encodeURIComponent(write.contact.id)}`
      const json = makeBody(write)
      try {
        if (Object.keys(json).length > 0)
          await request(context, path, { method: 'PATCH', json, reply: z.unknown() })
        return { id: write.contact.id, isNew: false }
      } catch (error) {
        if (!(error instanceof CrmError) || error.code !== 'gone') throw error
        return create(context, write)
      }
    },
    read: async (context, id) => (await select(context, `Id = ${quoted(id)}`))[0] ?? null,
  }
}
