import type { WaterfallConditions } from '#contract/activity/run-kinds/waterfall.ts'
import { type ListTypeId, leadSubject } from '#contract/leads/list-types/index.ts'
import type { Want } from '#contract/sources/source-kinds/define.ts'
import { findOrigin, type LeadRow } from '#server/modules/leads/leads/index.ts'
import { findCompanyDomain } from '#server/modules/prospecting/enrichment/index.ts'

/** Why a waterfall skips a lead. */
type SkipReason = 'has_value' | 'no_identity' | 'sample'

export interface WaterfallPlan {
  leads: number
  /** `domain` is empty for a lead whose company has no known domain. */
  items: { leadId: number; domain: string }[]
  skipped: Partial<Record<SkipReason, number>>
}

/** The field that shows whether a lead has the wanted value. */
const MAIN_FIELD: Record<Want, (lead: LeadRow) => { field: string; value: unknown }> = {
  email: ({ email }) => ({ field: 'email', value: email }),
  phone: ({ phone }) => ({ field: 'phone', value: phone }),
  profile: ({ fields }) => ({ field: 'linkedin_url', value: fields.linkedin_url }),
  // Details are always looked up again, to be current.
  details: () => ({ field: 'followers', value: null }),
}

/** Whether a source can identify the lead. */
function isIdentified(lead: LeadRow, want: Want, type: ListTypeId): boolean {
  const { name, company, email, fields } = lead
  if (want === 'details') return Boolean(fields.platform && fields.handle)
  if (fields.linkedin_url && want !== 'profile') return true
  if (email && want !== 'email') return true
  const domain = findCompanyDomain(lead)
  return leadSubject(type) === 'person' ? Boolean(name && (company || domain)) : Boolean(domain)
}

function skipReason(
  lead: LeadRow,
  want: Want,
  type: ListTypeId,
  { skip_confidence: min }: WaterfallConditions,
): SkipReason | null {
  if (lead.is_sample && want !== 'details') return 'sample'
  const { field, value } = MAIN_FIELD[want](lead)
  if (value && (min === null || findOrigin(lead, field).confidence >= min)) return 'has_value'
  return isIdentified(lead, want, type) ? null : 'no_identity'
}

/** Sorts leads into eligible and skipped ones, with reasons. */
export async function planWaterfall(
  wanted: { want: Want; type: ListTypeId; conditions: WaterfallConditions },
  chunks: AsyncIterable<LeadRow[]>,
): Promise<WaterfallPlan> {
  const plan: WaterfallPlan = { leads: 0, items: [], skipped: {} }
  for await (const chunk of chunks)
    for (const lead of chunk) {
      plan.leads += 1
      const reason = skipReason(lead, wanted.want, wanted.type, wanted.conditions)
      if (reason) plan.skipped[reason] = (plan.skipped[reason] ?? 0) + 1
      else plan.items.push({ leadId: lead.id, domain: findCompanyDomain(lead) ?? '' })
    }
  return plan
}
