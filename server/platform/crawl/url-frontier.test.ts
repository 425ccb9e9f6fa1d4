import { expect, test } from 'vitest'
import { createUrlFrontier, type QueuedPage } from './url-frontier.ts'

const page = (key: string, change: Partial<QueuedPage> = {}): QueuedPage => ({
  href: `https://acme.example${key}`,
  host: 'acme.example',
  key,
  rank: 0,
  isStartHost: true,
  depth: 1,
  from: 'page',
  ...change,
})
const take = (frontier: ReturnType<typeof createUrlFrontier>): string[] => {
  const keys: string[] = []
  for (let next = frontier.next(() => true); next; next = frontier.next(() => true)) keys.push(next.key)
  return keys
}

test('orders by rank, start host, depth and arrival', () => {
  const frontier = createUrlFrontier()
  frontier.add(page('/deep', { depth: 2 }))
  frontier.add(page('/shop', { isStartHost: false, host: 'shop.acme.example' }))
  frontier.add(page('/a'))
  frontier.add(page('/b'))
  frontier.add(page('/best', { rank: 3, depth: 9, isStartHost: false, host: 'shop.acme.example' }))
  expect(frontier.size()).toBe(5)
  expect(take(frontier)).toEqual(['/best', '/a', '/b', '/deep', '/shop'])
  expect(frontier.size()).toBe(0)
})

test('moves up a page found again with a higher rank, and returns it once', () => {
  const frontier = createUrlFrontier()
  for (const [key, rank] of [
    ['/a', 0],
    ['/b', 1],
    ['/a', 2],
    ['/a', 1],
  ] as const)
    frontier.add(page(key, { rank }))
  expect(frontier.size()).toBe(2)
  expect(take(frontier)).toEqual(['/a', '/b'])
  frontier.add(page('/a', { rank: 9 }))
  expect(take(frontier)).toEqual([])
})

test('a page that was claimed for reading is not returned again', () => {
  const frontier = createUrlFrontier()
  frontier.add(page('/a'))
  expect([frontier.claim('/a'), frontier.claim('/a'), frontier.claim('/new')]).toEqual([true, false, true])
  frontier.add(page('/new'))
  expect([frontier.size(), take(frontier)]).toEqual([0, []])
})

test('returns the best of the free hosts', () => {
  const frontier = createUrlFrontier()
  frontier.add(page('/a', { rank: 1 }))
  frontier.add(page('/shop', { host: 'shop.acme.example' }))
  expect(frontier.next((host) => host !== 'acme.example')?.key).toBe('/shop')
  expect(frontier.next((host) => host !== 'acme.example')).toBeUndefined()
  expect(frontier.next(() => true)?.key).toBe('/a')
})

test('the best pages stay when there are too many, however late they arrive', () => {
  const frontier = createUrlFrontier()
  for (let index = 0; index < 30_000; index += 1) frontier.add(page(`/${index}`, { rank: index % 7 }))
  frontier.add(page('/contact', { rank: 100 }))
  expect(frontier.size()).toBeLessThanOrEqual(10_000)
  const keys = take(frontier)
  expect(keys[0]).toBe('/contact')
  expect(keys.slice(1, 4000).every((key) => Number(key.slice(1)) % 7 === 6)).toBe(true)
  expect(new Set(keys).size).toBe(keys.length)
})

test('a crawl accepts at most twenty hosts', () => {
  const frontier = createUrlFrontier()
  for (let index = 0; index < 50; index += 1)
    frontier.add(page(`/${index}`, { host: `h${index}.acme.example` }))
  expect(take(frontier)).toHaveLength(20)
})
