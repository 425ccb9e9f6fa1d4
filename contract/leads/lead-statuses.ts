/** Sales status of a lead. Every lead starts as new. */
export const LEAD_STATUSES = [
  'new',
  'contacted',
  'replied',
  'interested',
  'won',
  'lost',
  'bounced',
  'unsubscribed',
] as const
export type LeadStatus = (typeof LEAD_STATUSES)[number]

export const LEAD_STATUS_LABELS: Record<LeadStatus, string> = {
  new: 'New',
  contacted: 'Contacted',
  replied: 'Replied',
  interested: 'Interested',
  won: 'Won',
  lost: 'Lost',
  bounced: 'Bounced',
  unsubscribed: 'Unsubscribed',
}
