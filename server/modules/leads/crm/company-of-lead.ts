import { type ListTypeId, leadSubject } from '#contract/leads/list-types/index.ts'
import { ownDomain } from '#server/modules/core/normalise/index.ts'
import type { LeadRow } from '#server/modules/leads/leads/index.ts'
import { isFreeDomain } from '#server/platform/text/free-email-domains.ts'
import type { CrmCompany } from '#server/providers/crms/index.ts'

/**
 * The company of a lead, for CRMs in which it is a record of its own; null where neither its name nor its own domain
 * is known. A page on a shared site and a free mail domain tell nothing about it.
 */
export function findCompany(
  lead: Pick<LeadRow, 'name' | 'company' | 'domain' | 'website'>,
  type: ListTypeId,
): CrmCompany | null {
  const subject = leadSubject(type)
  if (subject === 'creator') return null
  const name = (subject === 'business' ? lead.name : lead.company)?.trim() || null
  const own = ownDomain(lead.domain ?? lead.website ?? '')
  const domain = own === null || isFreeDomain(own) ? null : own
  return name === null && domain === null ? null : { name, domain }
}
