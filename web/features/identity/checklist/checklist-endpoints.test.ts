import { expect, test } from 'vitest'
import { allEndpoints } from '#contract/index.ts'
import { dismissChecklist } from './checklist-endpoints.ts'

test.each([dismissChecklist])('$name matches the contract', (endpoint) => {
  const { name, method, path, kind, reads, changes, idempotent } = allEndpoints.find(
    (candidate) => candidate.name === endpoint.name,
  )!
  const absent = { reads: undefined, changes: undefined }
  expect({ ...absent, ...endpoint }).toEqual({ name, method, path, kind, reads, changes, idempotent })
})
