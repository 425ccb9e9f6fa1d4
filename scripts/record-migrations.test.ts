import { appendFileSync, cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import {
  RECORD_COMMAND,
  RECORD_FILE,
  readMigrationFiles,
  readMigrationRecord,
  recordProblems,
  unrecorded,
} from './checks/migration-record.ts'
import { recordMigrations } from './record-migrations.ts'

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
