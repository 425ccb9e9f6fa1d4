import { expect, test } from 'vitest'
import { choiceLabel } from './choice-labels.ts'

const usual = { delta: false, template: null, leads: 'all', selected: null } as const

test('an export lists its choices', () => {
  expect(choiceLabel(usual)).toBe('All leads · CSV · all columns')
  expect(
    choiceLabel({
      ...usual,
      leads: 'selected',
      selected: 2,
      delta: true,
      template: 'CRM',
      format: 'xlsx',
      columns: ['name'],
      headers: { name: 'Firma' },
      email_states: ['valid', 'catch_all'],
    }),
  ).toBe(
    '2 selected leads · only new · template “CRM” · Excel · 1 column · 1 renamed · emails verified, accept-all',
  )
  expect(choiceLabel({ ...usual, email_states: ['valid'], other_emails: 'leave_out' })).toContain(
    'only leads with verified email',
  )
  expect(choiceLabel(null)).toBe('Not recorded for this export')
})
