import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openData } from '#server/testing/open-data.ts'
import { parseRobots } from './robots-rules.ts'

const allows = (text: string, path: string, token = 'testbot') =>
  parseRobots(text, token).allows(new URL(path, 'https://acme.example'))

describe('parseRobots', () => {
  test.each([
    ['', '/a', true],
    ['Disallow: /', '/a', true],
    ['User-agent: *\nDisallow:', '/a', true],
    ['User-agent: *\nDisallow: /', '/a', false],
    ['\ufeffUser-agent: *\r\nDisallow: /', '/a', false],
    ['User-agent: *\nDisallow: /\nUser-agent: TESTBOT', '/a', true],
    ['User-agent: testbot-images\nDisallow: /', '/a', true],
    ['User-agent: other\nUser-agent: testbot/2.0 (x)\nDisallow: /a', '/a', false],
    ['User-agent: testbot\nSitemap: /s.xml\nUser-agent: other\nDisallow: /a', '/a', false],
    [
      'User-agent: testbot\nDisallow: /a\nUser-agent: x\nDisallow: /\nUser-agent: testbot\nDisallow: /b',
      '/b',
      false,
    ],
    ['User-agent: *\nDisallow: /*?', '/a?b', false],
    ['User-agent: *\nDisallow: /*.php$', '/a.php', false],
    ['User-agent: *\nDisallow: /*.php$', '/a.php?x', true],
    ['User-agent: *\nDisallow: /a*b*c', '/a1b2c3', false],
    ['User-agent: *\nDisallow: /a$', '/ab', true],
    ['User-agent: *\nDisallow: /\nAllow: /$', '/', true],
    ['User-agent: *\nDisallow: /\nAllow: /$', '/a', false],
    ['User-agent: *\nDisallow: /über', '/%c3%bcber', false],
    ['User-agent: *\nDisallow: /%7Ejoe', '/~joe', false],
    ['User-agent: *\nDisallow: /~joe', '/%7ejoe', false],
    ['User-agent: *\nDisallow: /a%2Fb', '/a/b', true],
    ['User agent: *\nDissallow: /a', '/a', false],
    ['User-agent *\nDisallow /a', '/a', false],
  ])('%j allows %s: %s', (text, path, expected) => {
    expect(allows(text, path)).toBe(expected)
  })

  test('delay and sitemaps', () => {
    const text = 'Sitemap: https://acme.example/s.xml\nUser-agent: *\nCrawl-delay: 1.5 # seconds\n'
    expect(parseRobots(text, 'testbot')).toMatchObject({
      crawlDelayMs: 1500,
      sitemaps: ['https://acme.example/s.xml'],
    })
    expect(parseRobots('User-agent: *\nCrawl-delay: soon', 'testbot').crawlDelayMs).toBeNull()
  })

  test('a robot named repeatedly in one group is listed once', () => {
    const text = `${'User-agent: *\n'.repeat(17_000)}${'Disallow: /a\n'.repeat(19_000)}`
    expect(allows(text, '/a')).toBe(false)
    expect(allows(text, '/b')).toBe(true)
  })

  test('many wildcards on a long path cost one pass each', () => {
    const pattern = `/${'*a'.repeat(900)}$`
    expect(allows(`User-agent: *\nDisallow: ${pattern}`, `/${'a'.repeat(1900)}b`)).toBe(true)
  })
})

const folder = openData('web/robotstxt')

interface Case {
  test: string
  google_only: boolean
  robots: string
  agent: string
  url: string
  allowed: boolean
}

/** Our URLs are already encoded by the URL parser, and our token is one word. */
const isPossible = ({ url, agent }: Case): boolean =>
  URL.canParse(url) && /^[\x21-\x7e]+$/.test(url) && /^[a-z_-]+$/i.test(agent)

describe.skipIf(folder === null)('robots.txt cases of a widely used parser', () => {
  const all = folder ? (JSON.parse(readFileSync(join(folder, 'robots_cases.json'), 'utf8')) as Case[]) : []
  const cases = all.filter(isPossible)

  test('passes all except the lenient ones', () => {
    const wrong = cases.filter(
      ({ robots, agent, url, allowed }) => parseRobots(robots, agent).allows(new URL(url)) !== allowed,
    )
    expect(cases.length).toBeGreaterThan(120)
    expect(wrong.filter((item) => !item.google_only)).toEqual([])
    // That parser treats an index file as its folder.
    expect(wrong.map((item) => item.test)).toEqual(['GoogleOnly_IndexHTMLisDirectory'])
  })
})
