import { expect, test } from 'vitest'
import { problemLabel } from '#web/lib/problem-labels.ts'
import { addressLabel, networkName, websitesLabel } from './website-labels.ts'

test('counts the websites of a run', () => {
  expect([undefined, 1, 31].map(websitesLabel)).toEqual(['Websites', '1 website', '31 websites'])
})

test('shows an address on one line, with the parts that are known', () => {
  const address = { street: '1 Sample St', postal_code: '97209', city: 'Portland', region: null }
  expect(addressLabel({ address, country: 'US' })).toBe('1 Sample St, 97209 Portland, US')
  expect(addressLabel({ address: null, country: null })).toBe('')
})

test('a problem and a network without a label are named in words', () => {
  expect(problemLabel('some_new_fault').why).toBe('It could not be read: some new fault.')
  expect(problemLabel('toString').why).toContain('toString')
  expect(networkName('constructor')).toBe('Constructor')
})
