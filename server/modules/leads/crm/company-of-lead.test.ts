import { expect, it } from 'vitest'
import { findCompany } from './company-of-lead.ts'

const lead = { name: 'Ann Lee', company: null, domain: null, website: null }

it.each([
  ['a person at a company', 'people', { company: 'Fox Ltd' }, { name: 'Fox Ltd', domain: null }],
  ['a business, which is the company', 'local', { name: 'Fox Inn' }, { name: 'Fox Inn', domain: null }],
  [
    'an own website',
    'people',
    { website: 'https://www.fox.example/x' },
    { name: null, domain: 'fox.example' },
  ],
  ['an address at a company', 'single', { domain: 'fox.example' }, { name: null, domain: 'fox.example' }],
  ['an address at a free provider', 'single', { domain: 'gmail.com' }, null],
  ['a page on a shared site', 'people', { website: 'https://facebook.com/fox' }, null],
  ['a creator, whose site is no company', 'influencer', { website: 'https://fox.example' }, null],
] as const)('finds the company of %s', (_, type, values, company) => {
  expect(findCompany({ ...lead, ...values }, type)).toEqual(company)
})
