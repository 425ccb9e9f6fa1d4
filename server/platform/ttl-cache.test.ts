import { expect, it } from 'vitest'
import { createTtlCache } from './ttl-cache.ts'

it('forgets the oldest and least recently used entries', () => {
  let now = 0
  const cache = createTtlCache<number>({ ttlMs: 100, max: 2, now: () => now })
  cache.set('a', 1)
  cache.set('b', 2)
  expect(cache.get('a')).toBe(1)
  cache.set('c', 3)
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([1, undefined, 3])
  now = 50
  cache.set('a', 4)
  now = 100
  expect([cache.get('a'), cache.get('c')]).toEqual([4, undefined])
  now = 150
  expect(cache.get('a')).toBeUndefined()
})
