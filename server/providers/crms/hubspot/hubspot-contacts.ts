import * as z from 'zod/mini'
import type { ContactCrm, CrmContact, CrmContext, CrmIdentity, CrmWrite } from '../crm-adapter.ts'
import { CrmError } from '../crm-error.ts'
import { matchContact } from '../match-contacts.ts'
import type { CrmRequest } from '../request-crm.ts'
import type { HubspotFields } from './hubspot-fields.ts'
import { HUBSPOT_BATCH, HUBSPOT_LABEL, HubspotRecord, objectsPath, searchHubspot } from './hubspot-request.ts'

const CONTACTS = objectsPath('contacts')
/** Read with every contact, though not all of them can be written. */
const ALWAYS = ['email', 'hs_additional_emails', 'phone', 'mobilephone']

function present({ id, properties, updatedAt }: HubspotRecord): CrmContact {
  const { hs_additional_emails: more, ...rest } = properties
  const values = Object.fromEntries(
    Object.entries(rest).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  )
  return {
    id,
    values,
    emails: [values.email, ...(more ?? '').split(';')].flatMap((email) =>
      email?.trim() ? email.trim().toLowerCase() : [],
    ),
    phones: [values.phone, values.mobilephone].flatMap((phone) => phone ?? []),
    updatedAt: updatedAt ? new Date(updatedAt) : null,
  }
}

function* chunksOf<Item>(items: readonly Item[]) {
  for (let from = 0; from < items.length; from += HUBSPOT_BATCH) yield items.slice(from, from + HUBSPOT_BATCH)
}

const unique = (values: readonly (string | null)[]): string[] => [
  ...new Set(values.flatMap((value) => value ?? [])),
]

const Batch = z.object({
  results: z.array(HubspotRecord),
  errors: z.optional(z.array(z.object({ category: z.string(), message: z.string() }))),
})

export function createHubspotContacts(
  request: CrmRequest,
  fields: HubspotFields,
): Pick<ContactCrm, 'find' | 'write' | 'read'> {
  /**
   * Contacts by id or email. Unlike the search this is up to date: it finds a contact that was stored a moment ago.
   * A batch that is answered in part names what it did not find.
   */
  async function readBatch(
    context: CrmContext,
    ids: readonly string[],
    by: 'id' | 'email',
  ): Promise<CrmContact[]> {
    const properties = [...new Set([...ALWAYS, ...(await fields.names(context))])]
    const found: CrmContact[] = []
    for (const chunk of chunksOf(ids)) {
      const json = {
        inputs: chunk.map((id) => ({ id })),
        properties,
        propertiesWithHistory: [],
        ...(by === 'email' && { idProperty: 'email' }),
      }
      const { results, errors } = await request(context, `${CONTACTS}/batch/read`, { json, reply: Batch })
      if (errors?.some(({ category }) => category !== 'OBJECT_NOT_FOUND'))
        throw new CrmError(HUBSPOT_LABEL, 'bad_response')
      found.push(...results.map(present))
    }
    return found
  }

  async function findByPhone(context: CrmContext, phones: readonly string[]): Promise<CrmContact[]> {
    const properties = [...new Set([...ALWAYS, ...(await fields.names(context))])]
    const found: CrmContact[] = []
    for (const values of chunksOf(phones)) {
      const filters = ['phone', 'mobilephone'].map((propertyName) => [
        { propertyName, operator: 'IN' as const, values },
      ])
      found.push(...(await searchHubspot(request, context, 'contacts', { filters, properties })).map(present))
    }
    return found
  }

  const makeProperties = ({ values, owner }: CrmWrite): Record<string, string> => ({
    ...Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)])),
    ...(owner !== null && { hubspot_owner_id: owner }),
  })

  async function update(context: CrmContext, id: string, write: CrmWrite) {
    const properties = makeProperties(write)
    if (Object.keys(properties).length > 0)
      await request(context, `${CONTACTS}/${encodeURIComponent(id)}`, {
        method: 'PATCH',
        json: { properties },
        reply: z.unknown(),
      })
    return { id, isNew: false }
  }

  return {
    async find(context, wanted: readonly CrmIdentity[]) {
      const contacts = [
        ...(await readBatch(context, unique(wanted.map(({ remoteId }) => remoteId)), 'id')),
        ...(await readBatch(
          context,
          unique(wanted.map(({ email }) => email?.toLowerCase() ?? null)),
          'email',
        )),
        ...(await findByPhone(context, unique(wanted.map(({ phone }) => phone)))),
      ]
      return wanted.map((identity) => matchContact(identity, contacts))
    },
    async write(context, write) {
      if (write.contact) {
        try {
          return await update(context, write.contact.id, write)
        } catch (error) {
          if (!(error instanceof CrmError) || error.code !== 'gone') throw error
        }
      }
      const { email, phone } = write
      const properties = {
        ...makeProperties(write),
        ...(email !== null && { email }),
        ...(phone !== null && { phone }),
      }
      // A second contact with the same email is rejected, so a repeated request creates none.
      const reply = z.object({ id: z.string() })
      const { id } = await request(context, CONTACTS, { json: { properties, associations: [] }, reply })
      return { id, isNew: true }
    },
    async read(context, id) {
      return (await readBatch(context, [id], 'id'))[0] ?? null
    },
  }
}
