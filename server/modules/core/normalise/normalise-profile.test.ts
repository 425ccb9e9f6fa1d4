import { expect, it } from 'vitest'
import type { SocialNetwork } from '#contract/leads/place-fields.ts'
import { profileOn, profilesIn } from './normalise-profile.ts'

it.each<[SocialNetwork, string, string | null]>([
  ['facebook', 'acorn.bakery', 'https://facebook.com/acorn.bakery'],
  ['instagram', '@acorn_bakery', 'https://instagram.com/acorn_bakery'],
  ['linkedin', 'acorn-bakery', 'https://linkedin.com/company/acorn-bakery'],
  ['x', '@acorn', 'https://x.com/acorn'],
  ['youtube', 'acorn', 'https://youtube.com/@acorn'],
  ['tiktok', '@acorn', 'https://tiktok.com/@acorn'],
  ['facebook', 'https://www.facebook.com/acorn.bakery/?ref=1', 'https://facebook.com/acorn.bakery'],
  ['facebook', 'https://instagram.com/acorn', null],
  ['instagram', 'explore', null],
  ['facebook', 'https://evil.example/acorn', null],
  ['x', 'javascript:alert(1)', null],
])('the profile on %s that %j names is %j', (network, text, url) => {
  expect(profileOn(network, text)).toBe(url)
  if (url) expect(profileOn(network, url)).toBe(url)
})

it('of several profiles the first of each network stays, and nothing else', () => {
  const addresses = ['https://x.com/one', 'https://twitter.com/two', 'https://acorn.example', '']
  expect(profilesIn(addresses)).toEqual({ x: 'https://x.com/one' })
})
