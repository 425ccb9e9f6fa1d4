import { expect, test } from 'vitest'
import { allEndpoints } from '#contract/index.ts'
import { authCalls } from './auth-endpoints.ts'

test.each(Object.values(authCalls))('$name matches the contract', (endpoint) => {
  const real = allEndpoints.find((candidate) => candidate.name === endpoint.name)!
  const { name, method, path, kind, idempotent, reads, changes } = real
  const absent = { idempotent: undefined, reads: undefined, changes: undefined }
  expect({ ...absent, ...endpoint }).toEqual({ name, method, path, kind, idempotent, reads, changes })
})
