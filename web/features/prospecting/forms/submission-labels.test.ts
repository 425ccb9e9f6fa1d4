import { expect, it } from 'vitest'
import type { Submission } from '#contract/prospecting/forms.ts'
import { leadNote, senderOf, submissionsCsv } from './submission-labels.ts'

const ROW: Submission = {
  id: 4,
  state: 'received',
  source: 'Contact us',
  values: { first_name: 'Ann', email: 'ann@people.example', phone: '+49301234', name: '=1+1' },
  consent: { text: 'You may “call”, "write"', at: '2026-11-03T10:00:00.000Z' },
  language: 'en',
  network: 'x',
  list_id: 1,
  list_type: 'local',
  lead_id: 9,
  is_new: false,
  created_at: '2026-11-03T10:00:01.000Z',
  confirmed_at: null,
}

it('is a CSV whose cells are no formulas and keep their quotes', () => {
  expect(submissionsCsv([ROW])).toBe(
    'id,sent_at,state,first_name,email,phone,name,consent,consented_at,confirmed_at,lead_id\r\n' +
      `4,2026-11-03T10:00:01.000Z,received,Ann,ann@people.example,+49301234,'=1+1,"You may “call”, ""write""",2026-11-03T10:00:00.000Z,,9`,
  )
})

it.each([
  [{ name: 'Blue Door' }, 'Blue Door'],
  [{ first_name: 'Ann', last_name: 'Bo' }, 'Ann Bo'],
  [{ email: 'ann@people.example' }, 'ann@people.example'],
  [{}, '–'],
])('names who sent %o', (values, name) => {
  expect(senderOf({ values: values as Submission['values'] })).toBe(name)
})

it('says what became of it', () => {
  expect([
    leadNote({ lead_id: null, is_new: null }),
    leadNote({ lead_id: 1, is_new: true }),
    leadNote({ lead_id: 1, is_new: false }),
  ]).toEqual(['No lead', 'New lead', 'Joined a lead'])
})
