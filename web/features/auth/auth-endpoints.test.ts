import { expect, test } from 'vitest'
import { allEndpoints } from '#contract/index.ts'
import { authCalls } from './auth-endpoints.ts'

test.each(Object.values(authCalls))('$name is the contract’s endpoint', (endpoint) => {
  const real = allEndpoints.find((one) => one.name === endpoint.name)!
  const { name, method, path, kind, idempotent } = real
  expect({ idempotent: undefined, ...endpoint }).toEqual({ name, method, path, kind, idempotent })
})
