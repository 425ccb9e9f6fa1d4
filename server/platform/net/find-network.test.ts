import fc from 'fast-check'
import { expect, it } from 'vitest'
import { findNetwork } from './find-network.ts'

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::ffff:c000:207', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['not an address', 'not an address'],
])('the address %s belongs to the network %s', (address, network) =>
  expect(findNetwork(address)).toBe(network),
)

it('counts all addresses of one /64 together, and those of another apart', () => {
  const group = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16))
  const half = fc.tuple(group, group, group, group).map((groups) => groups.join(':'))
  // Mapped addresses count as IPv4.
  const prefix = half.filter((text) => !/^0:0:0:0$/.test(text))
  fc.assert(
    fc.property(prefix, half, half, (mine, one, two) => {
      expect(findNetwork(`${mine}:${one}`)).toBe(findNetwork(`${mine}:${two}`))
    }),
  )
  expect(findNetwork('2001:db8:1:2::1')).not.toBe(findNetwork('2001:db8:1:3::1'))
})
