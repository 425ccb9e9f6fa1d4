import * as z from 'zod/mini'
import type { ContactCrm, CrmCompany, CrmContext } from '../crm-adapter.ts'
import { createRememberedIds } from '../remembered-ids.ts'
import type { CrmRequest } from '../request-crm.ts'
import { anyOf, querySalesforce, quoted } from './salesforce-request.ts'

const Named = z.object({ Id: z.string() })
const Linked = z.object({ AccountId: z.optional(z.nullable(z.string())) })

/** Accounts are found by website, or by name if no domain is known, or created. */
export function createSalesforceAccounts(request: CrmRequest): Required<Pick<ContactCrm, 'linkCompany'>> {
  const accountIds = createRememberedIds()

  async function findOrMake(context: CrmContext, { name, domain }: CrmCompany): Promise<string> {
    const forms = ['', 'www.', 'https://', 'http://', 'https://www.', 'http://www.']
    const where =
      domain === null
        ? `Name = ${quoted(name ?? '')}`
        : `Website IN ${anyOf(forms.map((form) => `${form}${domain}`))}`
    const query = `SELECT Id FROM Account WHERE ${where} LIMIT 1`
    const [existing] = await querySalesforce(request, context, query, Named)
    if (existing) return existing.Id
    const json = { Name: name ?? domain, ...(domain !== null && { Website: domain }) }
    return (await request(context, '/sobjects/Account', { json, reply: z.object({ id: z.string() }) })).id
  }

  return {
    /** A contact that belongs to an account stays there. */
    async linkCompany(context, contactId, company) {
      const query = `SELECT AccountId FROM Contact WHERE Id = ${quoted(contactId)}`
      const [contact] = await querySalesforce(request, context, query, Linked)
      if (!contact || contact.AccountId) return
      const key = company.domain ?? company.name ?? ''
      const AccountId = await accountIds.find(context, key, () => findOrMake(context, company))
      await request(context, `/sobjects/Contact/${encodeURIComponent(contactId)}`, {
        method: 'PATCH',
        json: { AccountId },
        reply: z.unknown(),
      })
    },
  }
}
