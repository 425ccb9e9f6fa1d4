import { expect, test } from 'vitest'
import type { LeadSourceEntry } from '#contract/sources/lead-sources.ts'
import { costLabel, makeGroups, priceLabels, withoutKeyLabel } from './source-labels.ts'

const source = (change: Partial<LeadSourceEntry> = {}) =>
  ({
    id: 'fox',
    label: 'Fox Data',
    answers: [{ list_type: 'people', label: 'People', fields: [] }],
    enriches: ['email', 'phone'],
    verifies: false,
    needs_key: true,
    key_level: 'none',
    per_minute: 60,
    retention_days: 30,
    ...change,
  }) as LeadSourceEntry

test('shows prices by what they are charged for', () => {
  expect(
    priceLabels([
      { charge_kind: 'people_contact', credits: 3 },
      { charge_kind: 'domain_email', credits: 1 },
    ]),
  ).toBe('3 credits a person, 1 credit an email')
  expect(
    priceLabels([
      { charge_kind: 'domain_email', credits: 1 },
      { charge_kind: 'people_phone', credits: 0 },
    ]),
  ).toBe('1 credit an email, a phone number free')
  expect(priceLabels([{ charge_kind: 'people_contact', credits: 0 }])).toBe('Free')
  expect(priceLabels([])).toBe('Free')
})

test('shows that using your own key costs no credits, where that is so', () => {
  const prices: LeadSourceEntry['prices'] = [{ charge_kind: 'people_contact', credits: 3 }]
  const labels = (change: Partial<LeadSourceEntry>) =>
    costLabel(source({ prices, free_with_own_key: true, ...change }))
  expect(labels({})).toMatch(/^No credits/)
  expect(labels({ key_level: 'platform' })).toBe('3 credits a person. No credits with your own key')
  expect(labels({ key_level: 'account' })).toBe('3 credits a person')
  expect(labels({ free_with_own_key: false })).toBe('3 credits a person')
})

test('what stops without a key is worded for one thing and for several', () => {
  expect(withoutKeyLabel(source())).toMatch(
    /^Searches in Fox Data and finding emails and phone numbers there stop/,
  )
  expect(withoutKeyLabel(source({ answers: [] }))).toMatch(/^Finding emails and phone numbers there stops/)
})

test('sources that work without a key come first', () => {
  const groups = makeGroups([
    source({ id: 'a' }),
    source({ id: 'b', key_level: 'reseller' }),
    source({ id: 'c', needs_key: false }),
  ])
  expect(groups.map(({ id, sources }) => [id, sources.map((item) => item.id)])).toEqual([
    ['open', ['c']],
    ['connected', ['b']],
    ['others', ['a']],
  ])
})
