import { describe, expect, test } from 'vitest'
import { createVariantLimit, isEndless } from './endless-paths.ts'
import { createSiteScope } from './page-address.ts'

const scope = createSiteScope(new URL('https://www.acme.example/'))
const read = (href: string) => scope.read(href, 'https://www.acme.example/dir/page')

describe('addresses of a website', () => {
  test.each([
    ['a', 'https://www.acme.example/dir/a'],
    ['http://acme.example/x', 'https://www.acme.example/x'],
    ['//acme.example:443/x', 'https://www.acme.example/x'],
    ['https://acme.example:8443/x', 'https://acme.example:8443/x'],
    ['http://shop.acme.example/', 'http://shop.acme.example/'],
    ['/a?b=1&utm_source=x&c=%20+&gclid=y', 'https://www.acme.example/a?b=1&c=%20+'],
    ['/a?utm_source=x#top', 'https://www.acme.example/a'],
    ['/a;jsessionid=1A2B/b', 'https://www.acme.example/a/b'],
    ['/team.v2', 'https://www.acme.example/team.v2'],
    ['/card.vcf', 'https://www.acme.example/card.vcf'],
    ['www.acme.example/a', 'https://www.acme.example/a'],
    ['/?tag[]=a&tag[]=b', 'https://www.acme.example/?tag[]=a&tag[]=b'],
    ['/?sid=12', 'https://www.acme.example/?sid=12'],
  ])('%s leads to %s', (href, expected) => {
    expect(read(href)?.url.href).toBe(expected)
  })

  test.each([
    'https://notacme.example/',
    '/a.PDF?x=1',
    'https://a@www.acme.example/',
    'about:blank',
    'www.other.example/a',
    'acme.example/a',
    '/?p=2&p=3',
    `?${'x'.repeat(2000)}`,
  ])('%s is not an address of this website', (href) => {
    expect(read(href)).toBeNull()
  })

  test('customers of one hosting company are separate websites', () => {
    const page = createSiteScope(new URL('https://acme.github.io/'))
    expect(page.read('https://other.github.io/', 'https://acme.github.io/')).toBeNull()
  })

  test('one key for all spellings of a page', () => {
    const spellings = [
      '/a',
      '/a/',
      '/a/index.html',
      'http://acme.example/a/Default.aspx',
      '/a?',
      '/a?fbclid=1',
    ]
    expect(new Set(spellings.map((href) => read(href)?.key)).size).toBe(1)
    expect(read('/a?x=1')?.key).not.toBe(read('/a')?.key)
    expect(read('/A')?.key).not.toBe(read('/a')?.key)
  })
})

describe('endless paths', () => {
  test.each([
    ['/events/2031/05', true],
    ['/events/2026/05', false],
    ['/events/2031-05-12/', true],
    ['/news/2031/05/words', false],
    ['/a/b/a/b', true],
    ['/a/x/a/y/a', true],
    ['/2020/10/10/10', false],
    ['/de/de/', false],
    ['/1/2/3/4/5/6/7/8/9/10/11/12/13/14/15/16', true],
  ])('%s counts as endless: %s', (path, expected) => {
    expect(isEndless(new URL(path, 'https://acme.example'), 2026)).toBe(expected)
  })

  test('at most ten views of one path, and a hundred numbered pages', () => {
    const limit = createVariantLimit()
    const admitted = (path: (index: number) => string) =>
      Array.from({ length: 300 }, (_, index) => new URL(path(index), 'https://acme.example')).filter((url) =>
        limit.admits(url),
      ).length
    expect(admitted((index) => `/list?page=${index}`)).toBe(10)
    expect(admitted((index) => `/index.php?id=${index}`)).toBe(100)
    expect(
      admitted((index) => `/calendar/${1900 + index / 12 - ((index / 12) % 1)}/${(index % 12) + 1}`),
    ).toBe(10)
    expect(admitted((index) => `/plain/${index}`)).toBe(300)
  })
})
