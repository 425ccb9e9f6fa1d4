import { describe, expect, test } from 'vitest'
import { type Hop, isSameSite, nextHop, parseOutboundUrl } from './outbound-url.ts'

const u = (text: string) => new URL(text)

test.each([
  ['https://acme.example', 'https://acme.example/', true],
  ['https://acme.example', 'http://www.acme.example:8080/x', true],
  ['https://a.acme.co.uk', 'https://b.acme.co.uk', true],
  ['https://acme.co.uk', 'https://other.co.uk', false],
  ['https://acme.example', 'https://acme.example.evil.example', false],
  ['https://acme.example', 'https://notacme.example', false],
  ['https://one.github.io', 'https://two.github.io', false],
  ['http://127.0.0.1:1', 'http://127.0.0.1:2', true],
  ['http://127.0.0.1', 'http://127.0.0.2', false],
  ['http://localhost', 'http://intranet', false],
])('isSameSite(%s, %s) is %s', (a, b, expected) => {
  expect(isSameSite(u(a), u(b))).toBe(expected)
})

test('parseOutboundUrl drops the fragment and keeps the rest', () => {
  expect(parseOutboundUrl('HTTP://Acme.example:8080/a?b=1#c').href).toBe('http://acme.example:8080/a?b=1')
})

describe('nextHop', () => {
  const post: Hop = {
    url: u('https://acme.example/form'),
    method: 'POST',
    headers: { accept: '*/*', authorization: 'Bearer x', 'x-api-key': 'k', 'content-type': 'text/plain' },
    body: 'hello',
  }

  test.each([
    [301, 'POST', 'GET'],
    [302, 'POST', 'GET'],
    [303, 'POST', 'GET'],
    [307, 'POST', 'POST'],
    [308, 'POST', 'POST'],
    [301, 'PUT', 'PUT'],
    [303, 'PUT', 'GET'],
    [303, 'HEAD', 'HEAD'],
    [301, 'HEAD', 'HEAD'],
    [302, 'GET', 'GET'],
  ])('%s turns %s into %s, and a GET has no body', (status, method, expected) => {
    const next = nextHop({ ...post, method }, status, '/next')
    expect(next.method).toBe(expected)
    if (expected !== method) expect([next.body, next.headers['content-type']]).toEqual([undefined, undefined])
    else expect([next.body, next.headers['content-type']]).toEqual(['hello', 'text/plain'])
  })

  test('keeps headers on the same origin, relative targets included', () => {
    const next = nextHop(post, 307, '../next?x=1#y')
    expect(next.url.href).toBe('https://acme.example/next?x=1')
    expect(next.headers).toEqual(post.headers)
  })

  test('reads UTF-8 in a Location, and leaves other bytes alone', () => {
    const asBytes = (text: string) => Buffer.from(text, 'utf8').toString('latin1')
    expect(nextHop(post, 303, asBytes('https://münchen.example/größe')).url.href).toBe(
      'https://xn--mnchen-3ya.example/gr%C3%B6%C3%9Fe',
    )
    expect(nextHop(post, 303, '/gr\u00f6sse').url.pathname).toBe('/gr%C3%B6sse')
  })

  test.each([
    'https://other.example/',
    'http://acme.example/',
    'https://acme.example:8443/',
    'https://www.acme.example/',
  ])('sends no secret to %s', (location) => {
    expect(nextHop(post, 307, location).headers).toEqual({ accept: '*/*' })
  })

  test.each([
    'file:///etc/passwd',
    'gopher://acme.example/',
    'http://user:pw@acme.example/',
    'http://',
    'data:,x',
  ])('refuses to go to %s', (location) => {
    expect(() => nextHop(post, 302, location)).toThrow(expect.objectContaining({ code: 'bad_url' }))
  })
})
