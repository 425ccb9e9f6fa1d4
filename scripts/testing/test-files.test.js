import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { root } from '../setup.js'
import { changedFiles } from './changed-files.js'
import { chooseTests } from './choose-tests.js'
import { isQuickTest, needsWebApp, readWords } from './test-files.js'

it('builds the web app for journeys and for tests that ask for pages, as their text says', () => {
  const needs = (...filters) => needsWebApp(root, filters)
  const asking = ['page-policy', 'branded-pages', 'leak-scan', 'watch.test']
  expect([
    needs(),
    needs('e2e'),
    needs('./e2e/palette.e2e.ts'),
    ...asking.map((name) => needs(name)),
  ]).toEqual(Array(7).fill(true))
  expect([needs('server/modules/leads'), needs('web/lib/format.test.ts'), needs('hostile-requests')]).toEqual(
    Array(3).fill(false),
  )
})

it('tells quick tests from those that take long, need a browser or the built web app', () => {
  const quick = (path) => isQuickTest(root, path)
  expect(['server/modules/leads/lists/lists.test.ts', 'scripts/build-web.test.js'].map(quick)).toEqual([
    true,
    true,
  ])
  const others = [
    'e2e/help.e2e.ts',
    'web/ui/x.browser.test.tsx',
    'server/x.soak.ts',
    'server/app/kill.test.ts',
  ]
  expect([...others, 'server/app/page-policy.test.ts'].map(quick)).toEqual(Array(5).fill(false))
})

it('takes --only and --soak out of the words of a test run', () => {
  expect(readWords(['server/platform', '--only'])).toEqual({
    soak: false,
    only: true,
    filters: ['server/platform'],
  })
  expect(readWords(['--soak', 'bench'])).toEqual({ soak: true, only: false, filters: ['bench'] })
  expect(readWords([])).toEqual({ soak: false, only: false, filters: [] })
})

it('runs all changed tests, fills up with the nearest, and names changed ones that take long', () => {
  const names = (letter, many) => Array.from({ length: many }, (_, at) => `${letter}${at}.test.ts`)
  const isQuick = (path) => !path.includes('long')
  const always = [...names('a', 8), 'long.test.ts']
  expect(chooseTests({ always, near: ['long-too.test.ts', ...names('n', 4)] }, isQuick)).toEqual({
    filters: [...names('a', 8), 'n0.test.ts', 'n1.test.ts'],
    skipped: ['long.test.ts'],
    left: 3,
  })
  expect(chooseTests({ always: names('a', 14), near: ['n.test.ts'] }, isQuick)).toEqual({
    filters: names('a', 14),
    skipped: [],
    left: 1,
  })
})

it('lists what differs from the main branch: committed, changed and new, but not deleted', () => {
  const folder = mkdtempSync(join(tmpdir(), 'changed-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const git = (...args) => {
    const who = ['-c', 'user.name=T', '-c', 'user.email=t@t.example', '-c', 'commit.gpgsign=false']
    expect(spawnSync('git', [...who, ...args], { cwd: folder }).status).toBe(0)
  }
  const write = (name, text) => writeFileSync(join(folder, name), text)
  mkdirSync(join(folder, 'sub'))
  git('init', '-q', '-b', 'main')
  for (const name of ['same.ts', 'edited.ts', 'gone.ts']) write(name, '1')
  git('add', '.')
  git('commit', '-qm', 'one')
  git('checkout', '-qb', 'mine')
  write('sub/committed.ts', '1')
  git('add', '.')
  git('commit', '-qm', 'two')
  write('edited.ts', '2')
  write('new näme.ts', '1')
  rmSync(join(folder, 'gone.ts'))
  expect(changedFiles(folder).files).toEqual(['edited.ts', 'new näme.ts', 'sub/committed.ts'])
  git('add', '.')
  git('commit', '-qm', 'three')
  expect(changedFiles(folder).files).toEqual(['edited.ts', 'new näme.ts', 'sub/committed.ts'])
})
