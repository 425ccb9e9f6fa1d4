import { type ListTypeId, leadSubject } from '#contract/leads/list-types/index.ts'
import type { EnrichAction } from '#contract/prospecting/enrichment.ts'
import { ownDomain } from '#server/modules/core/normalise/index.ts'
import type { LeadRow } from '#server/modules/leads/leads/index.ts'
import { normaliseDomain } from '#server/website-reader/index.ts'
import type { EnrichItem } from './enrichment-store.ts'

/** Why a lead is skipped. */
type SkipReason = 'has_email' | 'no_website' | 'no_name' | 'no_email' | 'sample'

export interface EnrichPlan {
  leads: number
  items: EnrichItem[]
  skipped: Partial<Record<SkipReason, number>>
  /** Leads skipped for lack of a website. */
  withoutWebsite: number[]
  /** Distinct websites, in lead order. */
  websites: string[]
}

/** An influencer's website, unless it is a page on a shared site. */
const findOwnWebsite = ({ website }: LeadRow): string | null => (website ? ownDomain(website) : null)

export const findCompanyDomain = (lead: LeadRow): string | null =>
  (lead.website && normaliseDomain(lead.website)) || (lead.domain && normaliseDomain(lead.domain)) || null

function skipReason(action: EnrichAction, type: ListTypeId, lead: LeadRow): SkipReason | null {
  if (lead.is_sample) return 'sample'
  if (action === 'check-websites') return null
  if (action === 'verify') return lead.email ? null : 'no_email'
  if (action === 'find-emails') {
    if (lead.email) return 'has_email'
    if (leadSubject(type) === 'person' && !lead.name) return 'no_name'
  }
  return findWebsite(type, lead) ? null : 'no_website'
}

const findWebsite = (type: ListTypeId, lead: LeadRow): string | null =>
  leadSubject(type) === 'creator' ? findOwnWebsite(lead) : findCompanyDomain(lead)

/** Sorts leads into eligible and skipped ones, with reasons. */
export async function planEnrichment(
  action: EnrichAction,
  type: ListTypeId,
  chunks: AsyncIterable<LeadRow[]>,
): Promise<EnrichPlan> {
  const plan: EnrichPlan = { leads: 0, items: [], skipped: {}, withoutWebsite: [], websites: [] }
  const seen = new Set<string>()
  for await (const chunk of chunks)
    for (const lead of chunk) {
      plan.leads += 1
      const reason = skipReason(action, type, lead)
      if (reason) {
        plan.skipped[reason] = (plan.skipped[reason] ?? 0) + 1
        if (reason === 'no_website') plan.withoutWebsite.push(lead.id)
        continue
      }
      const domain = findWebsite(type, lead) ?? ''
      plan.items.push({ leadId: lead.id, domain })
      // A lead without a website is checked too: that is its first signal.
      if (domain) seen.add(domain)
    }
  plan.websites = [...seen]
  return plan
}
