import { expect, test } from 'vitest'
import { deviceKind } from './device-kind.ts'

test('tells phones, computers and programs apart', () => {
  expect(
    deviceKind('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148 Safari/604.1'),
  ).toBe('phone')
  expect(deviceKind('Mozilla/5.0 (Linux; Android 15) Chrome/130.0 Mobile Safari/537.36')).toBe('phone')
  expect(deviceKind('Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0')).toBe(
    'computer',
  )
  expect(deviceKind('curl/8.5.0')).toBe('program')
  expect(deviceKind(null)).toBe('program')
})
