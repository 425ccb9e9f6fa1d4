import * as z from 'zod/mini'
import type { ContactCrm, CrmCompany, CrmContext } from '../crm-adapter.ts'
import { CrmError } from '../crm-error.ts'
import { createRememberedIds } from '../remembered-ids.ts'
import type { CrmRequest } from '../request-crm.ts'
import { objectsPath, searchHubspot } from './hubspot-request.ts'

/** Companies are found by domain, or by name if no domain is known, or created. */
export function createHubspotCompanies(request: CrmRequest): Required<Pick<ContactCrm, 'linkCompany'>> {
  const companyIds = createRememberedIds()

  async function findOrMake(context: CrmContext, { name, domain }: CrmCompany): Promise<string> {
    const [propertyName, value] = domain === null ? ['name', name ?? ''] : ['domain', domain]
    const [existing] = await searchHubspot(request, context, 'companies', {
      filters: [[{ propertyName, operator: 'EQ', value }]],
      properties: ['name', 'domain'],
    })
    if (existing) return existing.id
    const properties = { ...(name !== null && { name }), ...(domain !== null && { domain }) }
    const json = { properties, associations: [] }
    return (await request(context, objectsPath('companies'), { json, reply: z.object({ id: z.string() }) }))
      .id
  }

  return {
    async linkCompany(context, contactId, company) {
      const key = company.domain ?? company.name ?? ''
      const link = async () => {
        const id = await companyIds.find(context, key, () => findOrMake(context, company))
        const path = `${objectsPath('contacts')}/${encodeURIComponent(contactId)}/associations/default/companies/${encodeURIComponent(id)}`
        await request(context, path, { method: 'PUT', reply: z.unknown() })
      }
      await link().catch((error) => {
        // The company was deleted there: find or create it once more.
        if (!(error instanceof CrmError && error.code === 'gone')) throw error
        companyIds.forget(context, key)
        return link()
      })
    },
  }
}
