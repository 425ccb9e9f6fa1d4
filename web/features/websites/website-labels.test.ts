import { expect, test } from 'vitest'
import { problemWords } from './problem-labels.ts'
import { addressWords, networkName, progressWords } from './website-labels.ts'

test('progress is told in web sites when the run counts them', () => {
  const run = { state: 'running', total: 40, done: 12 } as const
  expect(progressWords(run, 40)).toBe('12 of 40 web sites')
  expect(progressWords(run, 31)).toBe('31 web sites')
  expect(progressWords({ ...run, state: 'succeeded' }, 1)).toBe('1 web site')
  expect(progressWords(run, undefined)).toBe('Web sites')
})

test('an address on one line, whatever of it is known', () => {
  const address = { street: '1 Sample St', postal_code: '97209', city: 'Portland', region: null }
  expect(addressWords({ address, country: 'US' })).toBe('1 Sample St, 97209 Portland, US')
  expect(addressWords({ address: null, country: null })).toBe('')
})

test('every problem says why and what to do', () => {
  expect(problemWords('moved_elsewhere', 'other.example').todo).toBe('Search other.example instead.')
  expect(problemWords('some_new_fault').why).toBe('It could not be read: some new fault.')
  expect(problemWords('toString').why).toContain('toString')
  expect(problemWords('timeout').todo).not.toBe('')
})

test('names of networks', () => {
  expect(['linkedin', 'facebook', 'constructor'].map(networkName)).toEqual([
    'LinkedIn',
    'Facebook',
    'Constructor',
  ])
})
