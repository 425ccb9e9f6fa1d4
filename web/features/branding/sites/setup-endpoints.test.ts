import { expect, test } from 'vitest'
import { setupSteps } from '#contract/branding/site.ts'
import { showSetupSteps } from './setup-endpoints.ts'

test('matches the contract', () => {
  const { name, method, path, kind, reads } = setupSteps
  expect(showSetupSteps).toEqual({ name, method, path, kind, reads })
})
