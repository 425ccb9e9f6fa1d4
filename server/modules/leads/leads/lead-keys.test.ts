import { expect, it } from 'vitest'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { leadKeys } from './lead-keys.ts'

type Lead = Record<string, string>

/** Whether a later row counts as a known lead. */
const meets = (type: ListTypeId, known: Lead, row: Lead): boolean => {
  const { learn } = leadKeys(type, known)
  return leadKeys(type, row).find.some((key) => learn.includes(key))
}

const ACORN = { name: 'Acorn GmbH', city: 'Porto' }
it.each<[string, ListTypeId, Lead, Lead, boolean]>([
  [
    'a website and its domain',
    'local',
    { ...ACORN, website: 'https://www.acorn.example/de' },
    { ...ACORN, domain: 'acorn.example' },
    true,
  ],
  [
    'a business with and without a domain',
    'local',
    ACORN,
    { name: 'ACORN', city: 'Pôrto', website: 'http://acorn.example' },
    true,
  ],
  [
    'a city in two spellings',
    'local',
    { name: 'Acorn GmbH', city: 'New York City, NY', street: '1 Main Street' },
    { name: 'Acorn', city: 'new york', street: 'Main St. 1' },
    true,
  ],
  [
    'a city with umlaut',
    'local',
    { name: 'Acorn', city: 'Zuerich' },
    { name: 'Acorn', city: 'ZÜRICH' },
    true,
  ],
  [
    'a saint with and without hyphen',
    'local',
    { name: 'Acorn', city: 'Saint-Étienne' },
    { name: 'Acorn', city: 'st etienne' },
    true,
  ],
  ['two cities', 'local', { name: 'Acorn', city: 'Porto' }, { name: 'Acorn', city: 'Portland' }, false],
  ['the other way round', 'local', { ...ACORN, domain: 'acorn.example' }, ACORN, true],
  [
    'two domains in a city',
    'local',
    { ...ACORN, domain: 'acorn.example' },
    { ...ACORN, domain: 'oak.example' },
    false,
  ],
  [
    'two streets',
    'local',
    { ...ACORN, street: '1 Main Street' },
    { ...ACORN, street: '2 Main Street' },
    false,
  ],
  [
    'one street in two forms',
    'local',
    { ...ACORN, street: '1 Main Street' },
    { ...ACORN, street: 'Main St. 1' },
    true,
  ],
  [
    'a phone',
    'local',
    { name: 'Acorn', phone: '+351210000000' },
    { ...ACORN, street: 'Rua 1', phone: '+351210000000' },
    true,
  ],
  [
    'one phone of two businesses',
    'local',
    { name: 'Acorn', phone: '+351210000000' },
    { name: 'Oak', phone: '+351210000000' },
    false,
  ],
  ['an email', 'people', { email: 'Ann@a.example' }, { name: 'A. Lee', email: 'ann@a.example' }, true],
  [
    'a profile',
    'people',
    { linkedin_url: 'https://www.linkedin.com/in/ann' },
    { linkedin_url: 'http://de.linkedin.com/in/Ann/' },
    true,
  ],
  [
    'a name in a company, with and without an email',
    'people',
    { name: 'Ann Lee', company: 'Acme Inc' },
    { name: 'ann lee', company: 'Acme', email: 'a@a.example' },
    true,
  ],
  [
    'two emails of one name',
    'people',
    { name: 'Ann Lee', company: 'Acme', email: 'b@a.example' },
    { name: 'Ann Lee', company: 'Acme', email: 'a@a.example' },
    false,
  ],
  [
    'one name in two companies',
    'people',
    { name: 'Ann Lee', company: 'Acme' },
    { name: 'Ann Lee', company: 'Oak' },
    false,
  ],
  [
    'a handle on two networks',
    'influencer',
    { handle: 'ann', platform: 'YouTube' },
    { handle: 'ann', platform: 'TikTok' },
    false,
  ],
])('a saved lead and a found one are told apart or joined: %s', (_what, type, known, row, same) => {
  expect(meets(type, known, row)).toBe(same)
})
