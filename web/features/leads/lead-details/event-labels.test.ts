import { expect, test } from 'vitest'
import { eventSentence } from './event-labels.ts'

const ANN = { user: 'ann@example.com', user_name: 'Ann', credits: 0 }
const NOBODY = { user: null, user_name: null, credits: 0 }

test.each([
  [{ ...ANN, event: 'lead.added', detail: { source: 'Open data' } }, 'Ann added this lead from Open data'],
  [{ ...NOBODY, event: 'lead.added', detail: {} }, 'Added this lead'],
  [
    { ...ANN, event: 'lead.enriched', detail: { fields: ['email', 'email_state', 'phone'] }, credits: 1 },
    'Ann found an email and a phone number · 1 credit',
  ],
  [{ ...ANN, event: 'lead.enriched', detail: { fields: ['email_kind'] } }, 'Ann found more about this lead'],
  [
    { ...NOBODY, event: 'lead.email_searched', detail: { email_search: 'not_found' } },
    'Looked for an email and found none',
  ],
  [
    { ...NOBODY, event: 'lead.email_searched', detail: { email_search: 'not_found', sources: 3 } },
    'Looked for an email in 3 sources and found none',
  ],
  [
    { ...ANN, event: 'lead.looked_up', detail: { want: 'phone', sources: 1 } },
    'Ann looked for a phone number in 1 source and found none',
  ],
  [
    {
      ...ANN,
      user_name: null,
      event: 'lead.email_searched',
      detail: { email_search: 'unreadable', email_search_reason: 'timeout' },
    },
    'ann@example.com looked for an email, but couldn’t read the website: it took too long to respond',
  ],
  [
    { ...NOBODY, event: 'lead.email_checked', detail: { email_state: 'catch_all', because: 'checked' } },
    'Email verified: accept-all',
  ],
  [
    { ...NOBODY, event: 'lead.email_checked', detail: { email_state: 'invalid', because: 'bounced' } },
    'An email to this address bounced',
  ],
  [
    {
      ...NOBODY,
      event: 'lead.signals_changed',
      detail: {
        signals: [
          { signal: 'no_booking', from: 'no', to: 'yes' },
          { signal: 'hiring', from: 'yes', to: 'no' },
        ],
      },
    },
    'Online booking: yes → no and Hiring: yes → no',
  ],
  [{ ...ANN, event: 'leads.deleted', detail: { count: 3 } }, 'Ann deleted this lead and 2 others'],
  [{ ...ANN, event: 'run.lead_import', detail: {} }, 'Ann imported this lead'],
  [{ ...NOBODY, event: 'run.lead_import', detail: {} }, 'Imported this lead'],
  [{ ...ANN, event: 'run.lead_score', detail: {} }, 'Leads scored by Ann'],
  [{ ...ANN, event: 'leads.restored', detail: { count: 1 } }, 'Ann restored this lead'],
] as const)('%j is shown as "%s"', (entry, expected) => {
  expect(eventSentence(entry as never)).toBe(expected)
})
