import { describe, expect, test } from 'vitest'
import { parseHostMap, readHostTargets } from './host-map.ts'

describe('parseHostMap', () => {
  test('reads pairs, in any case and with spaces, and IPv6', () => {
    expect(parseHostMap(' Acme.Example. = 127.0.0.1:8081 ,shop.example=[::1]:82,')).toEqual({
      'acme.example': '127.0.0.1:8081',
      'shop.example': '[::1]:82',
    })
  })

  test('returns nothing for empty input', () => {
    expect(parseHostMap('')).toEqual({})
  })

  test.each([
    'acme.example',
    'acme.example=',
    '=127.0.0.1:80',
    'acme.example=127.0.0.1',
    'acme.example=127.0.0.1:0',
    'acme.example=127.0.0.1:70000',
    'acme.example=127.0.0.1:80=x',
    'acme.example=localhost:80',
    'acme.example=10.0.0.1:80',
    'acme.example=169.254.169.254:80',
    'acme.example=[::ffff:127.0.0.1]:80',
    'acme.example=93.184.216.34:80',
  ])('refuses %s and names it', (text) => {
    expect(() => parseHostMap(text)).toThrow(RangeError)
    expect(() => parseHostMap(`ok.example=127.0.0.1:80,${text}`)).toThrow(`"${text}"`)
  })
})

test('readHostTargets refuses a map that was not parsed', () => {
  expect(readHostTargets({ 'A.example': '[::1]:82' }).get('a.example')).toEqual({ address: '::1', port: 82 })
  expect(() => readHostTargets({ a: '10.0.0.1:80' })).toThrow(RangeError)
})
