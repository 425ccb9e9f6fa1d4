import { expect, it } from 'vitest'
import { formatSignalChange, summariseSignalChanges } from './signal-changes.ts'

it('says what is there rather than what lacks', () => {
  expect(formatSignalChange({ signal: 'no_booking', from: 'no', to: 'yes' })).toBe('Online booking: yes → no')
  expect(formatSignalChange({ signal: 'not_mobile', from: 'yes', to: 'no' })).toBe(
    'Made for phones: no → yes',
  )
  expect(formatSignalChange({ signal: 'hiring', from: 'no', to: 'yes' })).toBe('Hiring: no → yes')
  expect(formatSignalChange({ signal: 'last_update', from: 2024, to: 2026 })).toBe(
    'Website’s copyright year: 2024 → 2026',
  )
  expect(formatSignalChange({ signal: 'technology', from: 'Wix', to: 'WordPress 6' })).toBe(
    'Technology: Wix → WordPress 6',
  )
  expect(formatSignalChange({ signal: 'new_person', from: null, to: '2026-11-29' })).toBe(
    'New person: 2026-11-29',
  )
})

it('sums up what changed at how many leads', () => {
  const booking = { signal: 'no_booking', from: 'no', to: 'yes' }
  const technology = { signal: 'technology', from: 'Wix', to: 'WordPress' }
  const leads = [
    { changes: [booking] },
    { changes: [booking, { signal: 'no_https', from: 'yes', to: 'no' }] },
    { changes: [booking, technology] },
    { changes: [{ ...technology, to: 'Joomla' }] },
  ]
  expect(summariseSignalChanges(leads)).toBe(
    'booking link gone at 3 leads, technology changed at 2 leads, HTTPS added at 1 lead',
  )
  expect(summariseSignalChanges(leads, 1)).toBe('booking link gone at 3 leads, and 2 other changes')
  const person = { signal: 'new_person', from: null, to: '2026-11-29' }
  expect(
    summariseSignalChanges([{ changes: [person] }, { changes: [{ ...person, from: '2026-01-02' }] }]),
  ).toBe('new person at 2 leads')
  expect(summariseSignalChanges([])).toBe('')
})
