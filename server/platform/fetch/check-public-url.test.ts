import { hostname } from 'node:os'
import { expect, it } from 'vitest'
import { checkPublicUrl } from './check-public-url.ts'

const check = (url: string, machine?: string) =>
  checkPublicUrl(url, {
    field: 'url',
    example: 'https://example.com',
    mapped: new Set<string>(),
    ...(machine !== undefined && { machine }),
  })

it.each([
  'https://localhost/hook',
  'https://x.localhost',
  'https://localhost.localdomain/hook',
  'https://LOCALHOST.localdomain./hook',
  'https://localhost6.localdomain6',
  'https://printer.local',
  'https://metadata.google.internal',
  'https://router.lan',
  'https://nas.home.arpa',
  'https://ip6-localhost',
  'https://intranet',
  `https://${hostname()}/hook`,
  `https://${hostname().toUpperCase()}./hook`,
  'https://127.0.0.1',
  'https://[::1]',
])('refuses to fetch %s', (url) => {
  expect(() => check(url)).toThrow('Enter an address on the public internet')
})

it("refuses this machine's name even when it contains dots", () => {
  expect(() => check('https://App.Corp.example/hook', 'app.corp.example')).toThrow('public internet')
  expect(() => check('https://app.corp.example./hook', 'APP.corp.example')).toThrow('public internet')
})

it.each([
  'https://example.com/hook',
  'https://local.example',
  'https://internal.example.org',
  'https://1.1.1.1',
])('allows to fetch the public address %s', (url) => {
  expect(check(url).href).toBe(new URL(url).href)
})
