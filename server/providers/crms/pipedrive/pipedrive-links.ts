import * as z from 'zod/mini'
import type { ContactCrm, CrmContext } from '../crm-adapter.ts'
import { createRememberedIds } from '../remembered-ids.ts'
import type { CrmRequest } from '../request-crm.ts'
import { readLabels } from './pipedrive-fields.ts'
import { personPath, readPerson } from './pipedrive-persons.ts'
import { searchPipedrive, V2 } from './pipedrive-request.ts'

/** Organizations and labels of people. */
export function createPipedriveLinks(
  request: CrmRequest,
): Required<Pick<ContactCrm, 'linkCompany' | 'addTags'>> {
  const organizationIds = createRememberedIds()
  const labels = new Map<string, Promise<Map<string, number>>>()

  async function findOrMake(context: CrmContext, name: string): Promise<string> {
    const [existing] = await searchPipedrive(request, context, 'organizations', { field: 'name', term: name })
    if (existing !== undefined) return existing
    const reply = z.object({ data: z.object({ id: z.coerce.string() }) })
    return (await request(context, `${V2}/organizations`, { json: { name }, reply })).data.id
  }

  /** Labels of the account; few, and read once. */
  async function labelsOf(context: CrmContext): Promise<Map<string, number>> {
    const reading = labels.get(context.key) ?? readLabels(request, context)
    labels.set(context.key, reading)
    return reading.catch((error) => {
      labels.delete(context.key)
      throw error
    })
  }

  const change = (context: CrmContext, id: string, json: object) =>
    request(context, personPath(id), { method: 'PATCH', json, reply: z.unknown() })

  return {
    /** By name, because organizations have no domain. A person who is in one stays there. */
    async linkCompany(context, contactId, { name }) {
      if (name === null) return
      const person = await readPerson(request, context, contactId)
      if (!person || person.org_id) return
      const id = await organizationIds.find(context, name, () => findOrMake(context, name))
      await change(context, contactId, { org_id: Number(id) })
    },
    async addTags(context, contactId, tags) {
      if (tags.length === 0) return
      const known = await labelsOf(context)
      const wanted = tags.flatMap((tag) => known.get(tag.toLowerCase()) ?? [])
      if (wanted.length === 0) return
      const before = (await readPerson(request, context, contactId))?.label_ids ?? []
      const all = new Set([...before, ...wanted])
      if (all.size > before.length) await change(context, contactId, { label_ids: [...all] })
    },
  }
}
