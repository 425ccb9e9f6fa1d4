import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
/** What a release reads of the repository. */
const COPIED = [
  'package.json',
  'package-lock.json',
  '.gitignore',
  'scripts/release.ts',
  'server/platform/release.ts',
]
const CHANGELOG = `# Changelog

## [0.3.0] - unreleased

### Added

- A thing.

## [0.2.0] - 2026-01-01

- Another.
`

let folder: string
let programs: string
const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim()
const read = (...path: string[]) => readFileSync(join(folder, ...path), 'utf8')
const made = (...path: string[]) => read('dist', 'release', '0.3.0', ...path)

/** A repository of its own, and a path of programs without any engine for containers. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'release-'))
  programs = join(folder, '.git', 'programs')
  for (const path of COPIED) {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), readFileSync(join(ROOT, path)))
  }
  writeFileSync(join(folder, 'CHANGELOG.md'), CHANGELOG)
  git('init', '--quiet')
  for (const [name, value] of [
    ['user.name', 'A'],
    ['user.email', 'a@a.example'],
  ] as const)
    git('config', name, value)
  git('add', '--all')
  git('commit', '--quiet', '--message', 'First')
  mkdirSync(programs)
  for (const name of ['git', 'npm', 'node', 'gzip', 'sh', 'env'])
    symlinkSync(execFileSync('which', [name], { encoding: 'utf8' }).trim(), join(programs, name))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function release(...args: string[]) {
  const env = { PATH: programs, HOME: programs }
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/release.ts', ...args], {
    cwd: folder,
    env,
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

/** An engine that notes how it was called, and may fail. */
const addEngine = (script: string) =>
  writeFileSync(join(programs, 'buildah'), `#!/bin/sh\n${script}\n`, { mode: 0o755 })

it('makes commit, tag, notes, source, parts list and checksums, and says that there is no engine', () => {
  const { status, stdout, stderr } = release('0.3.0')
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toContain('No image was made: neither docker with buildx nor buildah is here')
  expect(readdirSync(join(folder, 'dist/release/0.3.0')).sort()).toEqual([
    'NOTES.md',
    'SHA256SUMS',
    'leadwright-0.3.0.cdx.json',
    'leadwright-0.3.0.tar.gz',
  ])
  expect(made('NOTES.md')).toBe('### Added\n\n- A thing.\n')
  expect(JSON.parse(read('package.json')).version).toBe('0.3.0')
  const lock = JSON.parse(read('package-lock.json'))
  expect([lock.version, lock.packages[''].version]).toEqual(['0.3.0', '0.3.0'])
  expect(read('CHANGELOG.md')).toMatch(/^## \[0\.3\.0\] - \d{4}-\d\d-\d\d$/m)
  expect([git('status', '--porcelain'), git('log', '-1', '--format=%s')]).toEqual(['', 'Release 0.3.0'])
  expect(git('rev-list', '-1', 'v0.3.0')).toBe(git('rev-parse', 'HEAD'))
  expect(git('for-each-ref', '--format=%(contents)', 'refs/tags/v0.3.0')).toContain('### Added\n\n- A thing.')
  const archive = join(folder, 'dist/release/0.3.0/leadwright-0.3.0.tar.gz')
  const inside = ['-xzOf', archive, 'leadwright-0.3.0/package.json']
  expect(JSON.parse(execFileSync('tar', inside, { encoding: 'utf8' })).version).toBe('0.3.0')
  const parts = JSON.parse(made('leadwright-0.3.0.cdx.json'))
  const names = parts.components.map(({ name }: { name: string }) => name)
  expect(parts.metadata.component).toMatchObject({
    name: 'leadwright',
    type: 'application',
    version: '0.3.0',
  })
  expect([parts.bomFormat, names.includes('fastify'), names.includes('vitest')]).toEqual([
    'CycloneDX',
    true,
    false,
  ])
  for (const line of made('SHA256SUMS').trim().split('\n')) {
    const [sum, file] = line.split('  ') as [string, string]
    const bytes = readFileSync(join(folder, 'dist/release/0.3.0', file))
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sum)
  }
  expect(release('0.3.0')).toMatchObject({ status: 1, stderr: '0.3.0 is not newer than the tag v0.3.0\n' })
})

it('makes the image for both platforms with buildah', () => {
  addEngine(`echo "$@" >> ${join(folder, '.git', 'calls')}
for word in "$@"; do case "$word" in oci-archive:*) echo image > "\${word#oci-archive:}";; esac; done`)
  expect(release('0.3.0').status).toBe(0)
  expect(read('.git', 'calls')).toContain(
    'build --platform linux/amd64,linux/arm64 --manifest leadwright:0.3.0 .\nmanifest push --all leadwright:0.3.0 oci-archive:',
  )
  expect(made('SHA256SUMS')).toContain('  leadwright-0.3.0-image.tar\n')
})

it('leaves nothing when the image fails, and can do without it', () => {
  addEngine('test "$1" = --version')
  const before = git('rev-parse', 'HEAD')
  expect(release('0.3.0').status).toBe(1)
  expect([git('rev-parse', 'HEAD'), git('status', '--porcelain'), git('tag')]).toEqual([before, '', ''])
  expect(readdirSync(join(folder, 'dist/release'))).toEqual([])
  expect(release('0.3.0', '--no-image').stdout).toContain('No image was made, because of --no-image')
})

it('changes nothing when it is tried dry', () => {
  const before = git('rev-parse', 'HEAD')
  const { status, stdout } = release('0.3.0', '--dry-run')
  expect([status, stdout]).toEqual([
    0,
    '0.3.0 can be released. Nothing was changed. Its notes:\n\n### Added\n\n- A thing.\n',
  ])
  expect([git('rev-parse', 'HEAD'), git('tag'), readdirSync(folder).includes('dist')]).toEqual([
    before,
    '',
    false,
  ])
})

it.each([
  [
    'a tree with changes',
    '0.3.0',
    () => writeFileSync(join(folder, 'new.txt'), ''),
    'changes that are not committed',
  ],
  ['a version without notes', '0.4.0', () => {}, 'CHANGELOG.md has no section “## [0.4.0]”'],
  [
    'a version that was tagged',
    '0.3.0',
    () => git('tag', 'v0.3.0'),
    '0.3.0 is not newer than the tag v0.3.0',
  ],
  [
    'an older version than a tag',
    '0.3.0',
    () => git('tag', 'v0.10.0'),
    '0.3.0 is not newer than the tag v0.10.0',
  ],
  ['an older version', '0.0.9', () => {}, '0.0.9 is older than'],
  ['what is no version', 'v1', () => {}, '“v1” is no version such as 1.2.3'],
  ['nothing', '', () => {}, 'Usage: npm run release -- VERSION'],
])('refuses %s', (_, version, prepare, message) => {
  prepare()
  const { status, stderr } = release(version, '--dry-run')
  expect([status, stderr]).toEqual([1, expect.stringContaining(message)])
})
