import { expect, it } from 'vitest'
import { findAppHost, isRedirectUri, isRegistered, judgeTrust, withParams } from './redirect-uris.ts'

it.each([
  'https://app.example/callback',
  'https://app.example:8443/callback?kind=mcp',
  'http://127.0.0.1:7777/callback',
  'http://localhost/callback',
  'http://[::1]:8080/',
  'cursor://anysphere.cursor-mcp/oauth/callback',
  'com.example.app:/oauth',
])('lets answers go to %s', (uri) => expect(isRedirectUri(uri)).toBe(true))

it.each([
  'http://app.example/callback',
  'http://127.0.0.1.app.example/callback',
  'http://10.0.0.1/callback',
  'javascript:alert(1)',
  'JavaScript://app.example/%0aalert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'blob:https://app.example/x',
  'myapp://callback',
  'ms-msdt:/id',
  'https://app.example/callback#part',
  'https://app.example/callback#',
  'https://person@app.example/callback',
  'https://person:secret@app.example/callback',
  'https://app.example\\@other.example/callback',
  ' https://app.example/callback',
  'https://app.example/call\nback',
  'https://äpp.example/callback',
  '/callback',
  `https://app.example/${'x'.repeat(1000)}`,
])('never to %j', (uri) => expect(isRedirectUri(uri)).toBe(false))

const REGISTERED = [
  'https://app.example/callback',
  'http://127.0.0.1:1234/callback?a=1',
  'cursor://x/callback',
]

it.each([
  ['https://app.example/callback', true],
  ['https://app.example/callback/', false],
  ['https://app.example/callback?x=1', false],
  ['https://app.example:8443/callback', false],
  ['https://app.example/other', false],
  ['https://APP.example/callback', false],
  ['https://app.example.other.example/callback', false],
  ['http://127.0.0.1:4321/callback?a=1', true],
  ['http://127.0.0.1/callback?a=1', true],
  ['http://127.0.0.1:4321/callback', false],
  ['http://127.0.0.1:4321/other?a=1', false],
  ['http://localhost:1234/callback?a=1', false],
  ['https://127.0.0.1:1234/callback?a=1', false],
  ['cursor://x/callback', true],
  ['cursor://y/callback', false],
])('an app that registered its addresses may use %s: %s', (uri, expected) =>
  expect(isRegistered(uri, REGISTERED)).toBe(expected),
)

it('says where an answer goes, and who stands behind it', () => {
  expect(
    [
      'https://claude.ai/api/mcp/auth_callback',
      'https://claude.ai:444/x',
      'https://claude.ai.app.example/x',
      'http://127.0.0.1:5/x',
      'cursor://x/callback',
    ].map((uri) => [findAppHost(uri), judgeTrust(uri)]),
  ).toEqual([
    ['claude.ai', 'known'],
    ['claude.ai', 'unknown'],
    ['claude.ai.app.example', 'unknown'],
    ['127.0.0.1', 'device'],
    ['cursor', 'device'],
  ])
})

it('adds parameters to what the address has', () => {
  expect(withParams('https://app.example/x?a=1', { code: 'c d', state: null })).toBe(
    'https://app.example/x?a=1&code=c+d',
  )
  expect(withParams('cursor://x/y', { error: 'access_denied', state: '&' })).toBe(
    'cursor://x/y?error=access_denied&state=%26',
  )
})
