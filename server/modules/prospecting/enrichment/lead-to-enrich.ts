import type { LeadRow } from '#server/modules/leads/leads/index.ts'
import { pick } from '#server/platform/pick.ts'
import type { LeadToEnrich } from '#server/providers/lead-sources/index.ts'
import { findCompanyDomain } from './plan-enrichment.ts'

const textField = ({ fields }: LeadRow, name: string): string | null =>
  fields[name] ? String(fields[name]) : null

/** A lead in source terms: its identifiers. */
export const leadToEnrich = (lead: LeadRow): LeadToEnrich => ({
  ...pick(lead, 'id', 'name', 'position', 'company'),
  domain: findCompanyDomain(lead),
  email: lead.email,
  phone: lead.phone,
  linkedin_url: textField(lead, 'linkedin_url'),
  platform: textField(lead, 'platform'),
  handle: textField(lead, 'handle'),
  profile_url: textField(lead, 'profile_url'),
  city: lead.city,
  region: lead.region,
  country: lead.country,
})
