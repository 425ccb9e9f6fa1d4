/** Seniorities, highest first. */
export const SENIORITIES = [
  'owner',
  'partner',
  'c_level',
  'vp',
  'head',
  'manager',
  'senior',
  'entry',
] as const
export type Seniority = (typeof SENIORITIES)[number]

export const SENIORITY_LABELS: Record<Seniority, string> = {
  owner: 'Owner / founder',
  partner: 'Partner',
  c_level: 'C-level',
  vp: 'VP',
  head: 'Head / director',
  manager: 'Manager',
  senior: 'Senior',
  entry: 'Entry',
}
