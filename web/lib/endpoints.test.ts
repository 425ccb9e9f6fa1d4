import { expect, test } from 'vitest'
import { allEndpoints } from '#contract/index.ts'
import { shell } from './endpoints.ts'

test.each(Object.values(shell))('$name matches the contract', (endpoint) => {
  const real = allEndpoints.find((candidate) => candidate.name === endpoint.name)!
  const { name, method, path, kind, idempotent, reads, changes } = real
  const absent = { idempotent: undefined, reads: undefined, changes: undefined }
  expect({ ...absent, ...endpoint }).toEqual({ name, method, path, kind, idempotent, reads, changes })
})
