import { expect, test } from 'vitest'
import type { Lead } from '#contract/leads/leads.ts'
import { fieldGroups } from './field-groups.ts'

const lead = (values: Lead['values']): Lead =>
  ({
    id: 1,
    list_id: 2,
    type: 'local',
    values,
    labels: {},
    email_state: null,
    added_at: '2026-01-01',
  }) as Lead
const names = (fields: { field: { name: string } }[]) => fields.map(({ field }) => field.name)

test('contact fields come first with the email on top, then company facts, then the rest', () => {
  const groups = fieldGroups(
    'local',
    lead({
      name: 'Acme',
      category: 'craft/brewery',
      website: 'https://acme.example',
      phone: '+1',
      lat: 1,
      facebook_url: 'https://f.example',
      city: 'Portland',
      domain: 'acme.example',
      email: 'a@acme.example',
      email_state: 'valid',
      email_kind: 'org',
      email_search: 'found',
      source: 'Open data',
    }),
  )
  expect(names(groups.contact)).toEqual(['email', 'phone', 'website', 'facebook_url'])
  expect(names(groups.about)).toEqual(['name', 'category', 'city'])
  expect(names(groups.other)).toEqual(['domain', 'lat', 'source', 'added_at'])
  expect(groups.empty.map(({ name }) => name)).toContain('linkedin_url')
  expect(groups.empty.map(({ name }) => name)).not.toContain('email_search_reason')
})

test('the email keeps its place when it is empty', () => {
  const { contact, empty } = fieldGroups('local', lead({ phone: '+1' }))
  expect(names(contact)).toEqual(['email', 'phone'])
  expect(empty.map(({ name }) => name)).not.toContain('email')
})
