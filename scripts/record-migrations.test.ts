import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import {
  RECORD_COMMAND,
  RECORD_FILE,
  readMigrationFiles,
  readMigrationRecord,
  recordLine,
  recordProblems,
  unrecorded,
} from './checks/migration-record.ts'
import { recordMigrations, renumberMigrations } from './record-migrations.ts'

const FOLDER = join(import.meta.dirname, '..', 'server', 'migrations')

/** A copy of the real migrations and their record. */
function copyOfMigrations(): string {
  const folder = mkdtempSync(join(tmpdir(), 'migrations-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  cpSync(FOLDER, folder, { recursive: true })
  return folder
}

it('the recorded migrations are those of this program', () => {
  const recorded = readMigrationRecord(FOLDER)
  const files = readMigrationFiles(FOLDER)
  expect(recordProblems(recorded, files)).toEqual([])
  expect(unrecorded(recorded, files), `add their lines with ${RECORD_COMMAND}`).toEqual([])
})

it('records a migration at the end once', () => {
  const folder = copyOfMigrations()
  writeFileSync(join(folder, '9000_later.sql'), 'select 1;')
  expect(recordMigrations(folder)).toEqual({ added: ['9000_later.sql'], problems: [] })
  expect(recordMigrations(folder)).toEqual({ added: [], problems: [] })
  expect(readMigrationRecord(folder).at(-1)?.name).toBe('9000_later.sql')
})

const first = readMigrationFiles(FOLDER)[0]!.name
const last = readMigrationFiles(FOLDER).at(-1)!.name
it.each([
  ['a change', (folder: string) => appendFileSync(join(folder, first), '\n'), `${first} has changed`],
  ['a removal', (folder: string) => rmSync(join(folder, first)), `${first} is recorded and missing`],
  [
    'another name',
    (folder: string) => renameSync(join(folder, first), join(folder, '9000_other.sql')),
    `${first} is recorded and missing`,
  ],
  [
    'a migration in the middle',
    (folder: string) => writeFileSync(join(folder, '0002_between.sql'), ''),
    `0002_between.sql must have a number above that of ${last}`,
  ],
  [
    'the number of the last once more',
    (folder: string) => writeFileSync(join(folder, `${last.slice(0, 4)}_zzz.sql`), ''),
    `_zzz.sql must have a number above that of ${last}`,
  ],
  [
    'one number twice among the new',
    (folder: string) => {
      for (const name of ['9000_a.sql', '9000_b.sql']) writeFileSync(join(folder, name), '')
    },
    '9000_b.sql must have a number above that of 9000_a.sql',
  ],
  [
    'a file that would never run',
    (folder: string) => writeFileSync(join(folder, '9000-hyphen.sql'), ''),
    '9000-hyphen.sql is no name of a migration',
  ],
  [
    'lines of two branches in the wrong order',
    (folder: string) => {
      const lines = readFileSync(join(folder, RECORD_FILE), 'utf8').trimEnd().split('\n')
      lines.push(lines.splice(-2, 1)[0] as string)
      writeFileSync(join(folder, RECORD_FILE), `${lines.join('\n')}\n`)
    },
    `is recorded after ${last}`,
  ],
])('refuses %s and does not record it', (_what, spoil, sentence) => {
  const folder = copyOfMigrations()
  spoil(folder)
  const before = readFileSync(join(folder, RECORD_FILE), 'utf8')
  const { added, problems } = recordMigrations(folder)
  expect(added).toEqual([])
  expect(problems.join('\n')).toContain(sentence)
  expect(readFileSync(join(folder, RECORD_FILE), 'utf8')).toBe(before)
})

/** Two branches that each added and recorded migrations from number 2 on, merged as Git does it. */
function mergedBranches() {
  const root = mkdtempSync(join(tmpdir(), 'two-branches-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const folder = join(root, 'server', 'migrations')
  mkdirSync(folder, { recursive: true })
  const git = (...args: string[]) => {
    const who = ['-c', 'user.name=T', '-c', 'user.email=t@t.example', '-c', 'commit.gpgsign=false']
    const { status, stderr } = spawnSync('git', [...who, ...args], { cwd: root, encoding: 'utf8' })
    expect(status, stderr).toBe(0)
  }
  const add = (names: string[]) => {
    for (const name of names) writeFileSync(join(folder, name), `-- ${name}\n`)
    expect(recordMigrations(folder)).toEqual({ added: names, problems: [] })
    git('add', '.')
    git('commit', '-qm', names.join())
  }
  git('init', '-q', '-b', 'main')
  writeFileSync(join(folder, '0001_first.sql'), '')
  writeFileSync(join(folder, RECORD_FILE), readMigrationFiles(folder).map(recordLine).join(''))
  writeFileSync(join(root, '.gitattributes'), '*.sha256 merge=union\n')
  git('add', '.')
  git('commit', '-qm', 'first')
  git('checkout', '-qb', 'mine')
  writeFileSync(join(root, 'upgrade.test.ts'), `migrate({ to: '0002_mine' }) // not 0002_mine_too\n`)
  add(['0002_mine.sql', '0003_mine.sql'])
  git('checkout', '-q', 'main')
  add(['0002_theirs.sql'])
  git('checkout', '-q', 'mine')
  git('merge', '-q', '-m', 'merge', 'main')
  return { root, folder }
}

it('gives migrations of a branch numbers above those that the main branch got meanwhile', () => {
  const { root, folder } = mergedBranches()
  expect(recordMigrations(folder).problems.join()).toContain('--renumber')
  expect(renumberMigrations(root)).toEqual({
    renamed: ['0002_mine.sql to 0003_mine.sql', '0003_mine.sql to 0004_mine.sql'],
    problems: [],
  })
  const names = ['0001_first.sql', '0002_theirs.sql', '0003_mine.sql', '0004_mine.sql']
  expect(readMigrationRecord(folder)).toEqual(readMigrationFiles(folder))
  expect(readMigrationFiles(folder).map(({ name }) => name)).toEqual(names)
  expect(readFileSync(join(folder, '0003_mine.sql'), 'utf8')).toBe('-- 0003_mine.sql\n')
  expect(readFileSync(join(root, 'upgrade.test.ts'), 'utf8')).toBe(
    `migrate({ to: '0003_mine' }) // not 0002_mine_too\n`,
  )
  expect(renumberMigrations(root)).toEqual({ renamed: [], problems: [] })
})

it('never renumbers what the main branch has, and changes nothing if that differs', () => {
  const { root, folder } = mergedBranches()
  appendFileSync(join(folder, '0002_theirs.sql'), 'select 1;')
  expect(renumberMigrations(root).problems.join()).toContain('0002_theirs.sql has changed')
  expect(existsSync(join(folder, '0002_mine.sql'))).toBe(true)
})
