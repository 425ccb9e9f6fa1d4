import { expect, test } from 'vitest'
import { googleFailure, readToken, requireClientId } from './google-sign-in.ts'

test('starting without a client id throws an explanatory error', () => {
  for (const none of [undefined, null, '', ' ']) expect(() => requireClientId(none)).toThrow(/client ID/)
  expect(requireClientId(' sample.apps ')).toBe('sample.apps')
})

test('each popup type sends the expected request', () => {
  const answer = { code: 'c', access_token: 'a', credential: 'i' }
  expect(readToken('CODE', answer)).toEqual({ provider: 'google', token: 'c', type: 'code' })
  expect(readToken('TOKEN', answer)).toEqual({ provider: 'google', token: 'a', type: 'access_token' })
  expect(readToken('CREDENTIAL', answer)).toEqual({ provider: 'google', token: 'i', type: 'credential' })
  expect(readToken('CREDENTIAL', { code: 'c' })).toBeUndefined()
})

test('closing the window is ignored; every other failure is explained', () => {
  expect(googleFailure('popup_closed')).toBeUndefined()
  expect(googleFailure('access_denied')).toBeUndefined()
  expect(googleFailure('popup_failed_to_open')?.message).toMatch(/pop-ups/)
  expect(googleFailure(undefined)?.message).toMatch(/Try again/)
})
