/** Where a person is with a lead. Every lead starts as new. */
export const LEAD_STATUSES = ['new', 'contacted', 'interested', 'won', 'lost'] as const
export type LeadStatus = (typeof LEAD_STATUSES)[number]

/** The statuses as a person reads them. */
export const LEAD_STATUS_LABELS: Record<LeadStatus, string> = {
  new: 'New',
  contacted: 'Contacted',
  interested: 'Interested',
  won: 'Won',
  lost: 'Lost',
}
