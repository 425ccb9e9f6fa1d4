import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { root } from '../setup.js'
import { changedFiles } from './changed-files.js'
import { needsWebApp } from './test-files.js'

it('builds the web app for journeys and page tests only', () => {
  const needs = (...filters) => needsWebApp(root, filters)
  expect([needs(), needs('e2e'), needs('./e2e/palette.e2e.ts'), needs('page-policy')]).toEqual(
    Array(4).fill(true),
  )
  expect([needs('server/modules'), needs('web/lib/format.test.ts')]).toEqual([false, false])
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
