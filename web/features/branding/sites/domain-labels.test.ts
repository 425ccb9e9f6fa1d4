import { expect, test } from 'vitest'
import { reportedBadge, reportedName } from './domain-labels.ts'

test('a domain that no account has added belongs to the installation or to nobody', () => {
  expect(reportedBadge({ state: 'failing', platform: false }).label).toBe('Record missing')
  expect(reportedBadge({ state: null, platform: true }).label).toBe('Of the installation')
  expect(reportedBadge({ state: null, platform: false }).label).toBe('Not added')
  expect(reportedName({ host: null })).toBe('Other unknown domains')
})
