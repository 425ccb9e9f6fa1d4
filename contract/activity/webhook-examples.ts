// Records in the examples of events.

export const bakeries = {
  id: 42,
  name: 'Bakeries in Austin',
  type: 'local',
  tags: ['austin', 'spring'],
  lead_source: 'Trade fair',
}
export const lead = {
  id: 1201,
  values: {
    name: 'Blue Door Bakery',
    website: 'https://bluedoor.example',
    email: 'hello@bluedoor.example',
    city: 'Austin',
    country: 'US',
    lead_status: 'new',
  },
  email_state: 'valid',
  is_sample: false,
  added_at: '2026-11-03T20:26:10.344Z',
  tags: bakeries.tags,
  lead_source: bakeries.lead_source,
}
export const findEmails = {
  id: 310,
  kind: 'find_emails',
  state: 'succeeded',
  title: 'Find emails for 120 leads',
  total: 120,
  done: 120,
  counts: { found: 74, not_found: 46 },
  cost: 74,
  error: null,
  finished_at: '2026-11-03T20:31:44.120Z',
}
