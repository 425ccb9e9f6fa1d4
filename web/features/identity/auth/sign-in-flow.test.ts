import { afterEach, expect, test, vi } from 'vitest'
import type { ErrorCode } from '#contract/core/errors.ts'
import { ApiError } from '../../../lib/api.ts'
import { type Attempt, send, stepAfter } from './sign-in-flow.ts'

// Files share a worker: clean up for the next one.
afterEach(() => vi.unstubAllGlobals())

const refused = (code: ErrorCode, details: Record<string, unknown> = {}) =>
  new ApiError({ code, message: 'No', status: 401, details })
const password: Attempt = { way: 'password', email: 'a@example.com', password: 'secret1' }
const social: Attempt = { way: 'social', provider: 'google', token: 't', type: 'code' }

test('requests a second factor with the challenge of the response', () => {
  const error = refused('second_factor_required', { challenge: 'c' })
  expect(stepAfter(error, password)).toEqual({ name: 'second-factor', challenge: 'c' })
  expect(stepAfter(refused('second_factor_required'), password)).toBeUndefined()
})

test('offers only valid brands and keeps the sign-in attempt', () => {
  const brands = [{ realm_id: 1, name: 'One' }, { realm_id: '2', name: 'Two' }, null]
  expect(stepAfter(refused('brand_choice', { brands }), password)).toEqual({
    name: 'brand',
    brands: [brands[0]],
    attempt: password,
  })
  expect(stepAfter(refused('brand_choice', { brands: 'none' }), password)).toBeUndefined()
})

test('requests or confirms an email address only for social sign-in', () => {
  expect(stepAfter(refused('email_required'), social)).toEqual({ name: 'email', attempt: social })
  expect(stepAfter(refused('email_required'), password)).toBeUndefined()
  const details = { registration: 'r', email: 'a@example.com' }
  expect(stepAfter(refused('email_unconfirmed', details), social)).toEqual({ name: 'confirm', ...details })
  expect(
    stepAfter(refused('email_unconfirmed', { registration: 'r' }), { ...social, email: 'b@example.com' }),
  ).toEqual({ name: 'confirm', registration: 'r', email: 'b@example.com' })
})

test('signing in passes on errors that are no second step', () => {
  expect(stepAfter(refused('invalid_credentials'), password)).toBeUndefined()
  expect(stepAfter(new Error('Oops'), social)).toBeUndefined()
})

test('each method calls its own endpoint with only its own fields', async () => {
  const fetched = vi.fn(async (_url: string, _init: RequestInit) => new Response('{"data":{}}'))
  vi.stubGlobal('fetch', fetched)
  await send({ ...password, realm_id: 2 })
  await send(social)
  await send({ way: 'confirm', email: 'a@example.com', code: '123456', registration: 'r', realm_id: 2 })
  expect(fetched.mock.calls.map(([url, init]) => [url, JSON.parse(String(init.body))])).toEqual([
    ['/auth/login', { email: 'a@example.com', password: 'secret1', realm_id: 2 }],
    ['/auth/login-with-social', { provider: 'google', token: 't', type: 'code' }],
    ['/auth/confirm-email', { email: 'a@example.com', code: '123456', registration: 'r' }],
  ])
})
