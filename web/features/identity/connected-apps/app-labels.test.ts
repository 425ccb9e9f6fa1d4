import { expect, it } from 'vitest'
import { checkedAtFirst, placeOf, warningOf } from './app-labels.ts'

it('warns of every app but those of known vendors', () => {
  expect(warningOf({ trust: 'known', app_host: 'claude.ai' })).toBeNull()
  expect(warningOf({ trust: 'device', app_host: '127.0.0.1' })).toContain('on your device')
  expect(warningOf({ trust: 'unknown', app_host: 'app.example' })).toContain('trust app.example')
})

it('checks at first what only reads, and spends within a limit', () => {
  expect(checkedAtFirst(['read', 'write', 'spend', 'export'])).toEqual(['read', 'spend'])
  expect(checkedAtFirst(['write', 'export'])).toEqual(['write', 'export'])
})

it('says where the access goes', () => {
  const place = (trust: 'device' | 'unknown', app_host: string) => placeOf({ trust, app_host })
  expect(place('unknown', 'app.example')).toBe('app.example')
  expect(['127.0.0.1', '[::1]', 'localhost'].map((host) => place('device', host))).toEqual(
    Array(3).fill('this device'),
  )
  expect(place('device', 'cursor')).toBe('the program “cursor” on this device')
})
