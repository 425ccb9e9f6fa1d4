import { describe, expect, test } from 'vitest'
import { isLoopbackAddress, isPublicAddress } from './public-address.ts'

/** Each refused range: its first and last address, and the nearest public addresses outside it. */
const RANGES: Array<[use: string, inside: string[], outside: string[]]> = [
  ['this host', ['0.0.0.0', '0.255.255.255'], ['1.0.0.0']],
  ['private 10', ['10.0.0.0', '10.255.255.255'], ['9.255.255.255', '11.0.0.0']],
  [
    'carrier-grade NAT',
    ['100.64.0.0', '100.100.100.200', '100.127.255.255'],
    ['100.63.255.255', '100.128.0.0'],
  ],
  ['loopback', ['127.0.0.0', '127.0.0.1', '127.255.255.255'], ['126.255.255.255', '128.0.0.0']],
  ['cloud host agent', ['168.63.129.16'], ['168.63.129.15', '168.63.129.17']],
  ['link-local', ['169.254.0.0', '169.254.169.254', '169.254.255.255'], ['169.253.255.255', '169.255.0.0']],
  ['private 172', ['172.16.0.0', '172.31.255.255'], ['172.15.255.255', '172.32.0.0']],
  ['protocol assignments', ['192.0.0.0', '192.0.0.192', '192.0.0.255'], ['191.255.255.255', '192.0.1.0']],
  ['documentation 1', ['192.0.2.0', '192.0.2.255'], ['192.0.3.0']],
  ['6to4 relays', ['192.88.99.0', '192.88.99.255'], ['192.88.98.255', '192.88.100.0']],
  ['private 192', ['192.168.0.0', '192.168.255.255'], ['192.167.255.255', '192.169.0.0']],
  ['benchmarking', ['198.18.0.0', '198.19.255.255'], ['198.17.255.255', '198.20.0.0']],
  ['documentation 2', ['198.51.100.0', '198.51.100.255'], ['198.51.99.255', '198.51.101.0']],
  ['documentation 3', ['203.0.113.0', '203.0.113.255'], ['203.0.112.255', '203.0.114.0']],
  ['multicast', ['224.0.0.0', '239.255.255.255'], ['223.255.255.255']],
  ['reserved', ['240.0.0.0', '255.255.255.254', '255.255.255.255'], []],
  ['v6 unspecified and loopback', ['::', '::1'], []],
  ['v4-compatible', ['::7f00:1', '::127.0.0.1', '::8.8.8.8'], []],
  ['v4-mapped', ['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:10.0.0.1', '::ffff:8.8.8.8'], []],
  ['v4-translated', ['::ffff:0:127.0.0.1'], []],
  [
    'NAT64',
    ['64:ff9b::', '64:ff9b::127.0.0.1', '64:ff9b::8.8.8.8', '64:ff9b:1::', '64:ff9b:1:ffff::a00:1'],
    [],
  ],
  ['discard', ['100::', '100::1'], []],
  ['below the global space', ['1fff:ffff::'], ['2000::']],
  [
    'v6 assignments, Teredo',
    ['2001::', '2001:0:7f00:1::', '2001:2::', '2001:10::', '2001:1ff:ffff::'],
    ['2001:200::'],
  ],
  ['v6 documentation', ['2001:db8::', '2001:db8:ffff::'], ['2001:db7:ffff::', '2001:db9::']],
  ['6to4', ['2002::', '2002:7f00:1::', '2002:a00:1::1', '2002:ffff::'], ['2001:ffff::', '2003::']],
  ['new v6 documentation', ['3fff::', '3fff:fff::'], ['3ffe::', '3fff:1000::']],
  ['above the global space', ['4000::', '5f00::1'], ['3fff:ffff::']],
  ['unique local', ['fc00::', 'fd00:ec2::254', 'fdff::1'], []],
  ['link-local', ['fe80::1', 'febf::1'], []],
  ['site-local', ['fec0::1', 'feff::1'], []],
  ['v6 multicast', ['ff00::', 'ff02::1', 'ff0e::1'], []],
]

describe('isPublicAddress', () => {
  test.each(RANGES)('refuses %s, but not the addresses next to it', (_use, inside, outside) => {
    expect(inside.filter(isPublicAddress)).toEqual([])
    expect(outside.filter((address) => !isPublicAddress(address))).toEqual([])
  })

  test('accepts ordinary addresses', () => {
    const ordinary = ['1.1.1.1', '8.8.8.8', '93.184.216.34', '2606:4700::1111', '2a00:1450:4001::200e']
    expect(ordinary.filter(isPublicAddress)).toEqual(ordinary)
  })

  test('refuses anything but an address literal, and addresses with a zone', () => {
    const texts = [
      '',
      'localhost',
      'acme.example',
      '127.1',
      '0x8.8.8.8',
      '8.8.8.8.',
      '[2606::1]',
      '2606:4700::1%eth0',
    ]
    expect(texts.filter(isPublicAddress)).toEqual([])
  })
})

test('isLoopbackAddress accepts plain loopback only', () => {
  expect(['127.0.0.1', '127.9.9.9', '::1'].filter(isLoopbackAddress)).toHaveLength(3)
  const others = ['128.0.0.1', '::ffff:127.0.0.1', '::', '0.0.0.0', 'localhost', '10.0.0.1', '']
  expect(others.filter(isLoopbackAddress)).toEqual([])
})
