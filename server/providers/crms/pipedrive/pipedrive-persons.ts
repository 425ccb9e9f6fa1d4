import * as z from 'zod/mini'
import type { ContactCrm, CrmContact, CrmContext, CrmIdentity, CrmWrite } from '../crm-adapter.ts'
import { CrmError } from '../crm-error.ts'
import { findEach, matchContact } from '../match-contacts.ts'
import type { CrmRequest } from '../request-crm.ts'
import { CUSTOM } from './pipedrive-fields.ts'
import { listPipedrive, searchPipedrive, V2 } from './pipedrive-request.ts'

/** Maximum ids of a request. */
const BATCH = 100

const Entries = z.optional(
  z.nullable(
    z.array(z.object({ value: z.nullable(z.string()), primary: z.optional(z.nullable(z.boolean())) })),
  ),
)
const maybeId = z.optional(z.nullable(z.number()))
export const Person = z.object({
  id: z.coerce.string(),
  name: z.optional(z.nullable(z.string())),
  emails: Entries,
  phones: Entries,
  org_id: maybeId,
  label_ids: z.optional(z.nullable(z.array(z.number()))),
  update_time: z.optional(z.nullable(z.string())),
  is_deleted: z.optional(z.nullable(z.boolean())),
  custom_fields: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
})
type Person = z.output<typeof Person>

/** Emails or phones, the primary one first. */
const textsOf = (entries: z.output<typeof Entries>): string[] =>
  (entries ?? [])
    .toSorted((a, b) => Number(b.primary ?? false) - Number(a.primary ?? false))
    .flatMap(({ value }) => value?.trim() || [])

function present(person: Person): CrmContact {
  const [emails, phones] = [textsOf(person.emails), textsOf(person.phones)]
  const custom = Object.entries(person.custom_fields ?? {}).map(([code, value]) => [
    `${CUSTOM}${code}`,
    value,
  ])
  const raw = [['name', person.name], ['email', emails[0]], ['phone', phones[0]], ...custom] as const
  return {
    id: person.id,
    values: Object.fromEntries(
      raw.filter(([, value]) => typeof value === 'number' || (typeof value === 'string' && value !== '')),
    ),
    emails: emails.map((email) => email.toLowerCase()),
    phones,
    updatedAt: person.update_time ? new Date(person.update_time) : null,
  }
}

/** A list that is sent replaces the stored one, so the others are sent along. */
const withOthers = (first: string, before: readonly string[]) => [
  { value: first, primary: true },
  ...before.flatMap((value) =>
    value.toLowerCase() === first.toLowerCase() ? [] : { value, primary: false },
  ),
]

function makeBody(
  { values, owner, email, phone }: CrmWrite,
  before: Pick<CrmContact, 'emails' | 'phones'>,
): Record<string, unknown> {
  const text = (key: string) => (values[key] === undefined ? null : String(values[key]))
  const [ownEmail, ownPhone] = [email ?? text('email'), phone ?? text('phone')]
  const custom = Object.entries(values).filter(([key]) => key.startsWith(CUSTOM))
  return {
    ...(text('name') && { name: text('name') }),
    ...(ownEmail && { emails: withOthers(ownEmail, before.emails.slice(1)) }),
    ...(ownPhone && { phones: withOthers(ownPhone, before.phones.slice(1)) }),
    ...(owner !== null && { owner_id: Number(owner) }),
    ...(custom.length > 0 && {
      custom_fields: Object.fromEntries(custom.map(([key, value]) => [key.slice(CUSTOM.length), value])),
    }),
  }
}

export const personPath = (id: string): string => `${V2}/persons/${encodeURIComponent(id)}`

/** A person as it is now; null if there is none. */
export async function readPerson(
  request: CrmRequest,
  context: CrmContext,
  id: string,
): Promise<Person | null> {
  try {
    const { data } = await request(context, personPath(id), { reply: z.object({ data: Person }) })
    return data.is_deleted ? null : data
  } catch (error) {
    if (error instanceof CrmError && error.code === 'gone') return null
    throw error
  }
}

export function createPipedrivePersons(request: CrmRequest): Pick<ContactCrm, 'find' | 'write' | 'read'> {
  const searchIds = async (context: CrmContext, { email, phone }: CrmIdentity): Promise<string[]> => {
    const byEmail =
      email === null
        ? []
        : await searchPipedrive(request, context, 'persons', { field: 'email', term: email })
    if (byEmail.length > 0 || phone === null) return byEmail
    return searchPipedrive(request, context, 'persons', { field: 'phone', term: phone })
  }

  async function readAll(context: CrmContext, ids: readonly string[]): Promise<CrmContact[]> {
    const all: CrmContact[] = []
    for (let from = 0; from < ids.length; from += BATCH) {
      const query = { ids: ids.slice(from, from + BATCH).join(',') }
      const persons = await listPipedrive(request, context, { path: '/persons', query, item: Person })
      all.push(...persons.filter(({ is_deleted }) => !is_deleted).map(present))
    }
    return all
  }

  return {
    async find(context, wanted) {
      const found = await findEach(wanted, (identity) => searchIds(context, identity))
      const known = wanted.flatMap(({ remoteId }) => remoteId ?? [])
      const ids = new Set([...known, ...found.flat()])
      const contacts = await readAll(context, [...ids])
      return wanted.map((identity) => matchContact(identity, contacts))
    },
    async write(context, write) {
      const reply = z.object({ data: z.object({ id: z.coerce.string() }) })
      if (write.contact) {
        const json = makeBody(write, write.contact)
        try {
          if (Object.keys(json).length > 0)
            await request(context, personPath(write.contact.id), { method: 'PATCH', json, reply })
          return { id: write.contact.id, isNew: false }
        } catch (error) {
          if (!(error instanceof CrmError) || error.code !== 'gone') throw error
        }
      }
      const body = makeBody(write, { emails: [], phones: [] })
      // A person needs a name.
      const json = { ...body, name: body.name ?? write.email ?? write.phone ?? 'Unnamed' }
      const { data } = await request(context, `${V2}/persons`, { json, reply })
      return { id: data.id, isNew: true }
    },
    async read(context, id) {
      const person = await readPerson(request, context, id)
      return person && present(person)
    },
  }
}
