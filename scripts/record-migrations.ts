import { spawnSync } from 'node:child_process'
import { appendFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  numberedAfter,
  parseMigrationRecord,
  RECORD_FILE,
  readMigrationFiles,
  readMigrationRecord,
  recordLine,
  recordProblems,
  unrecorded,
} from './checks/migration-record.ts'
import { TRUNKS } from './testing/changed-files.js'

const FOLDER = 'server/migrations'

/** Adds lines for new migrations to the record of this folder. Returns the problems, and then adds nothing. */
export function recordMigrations(folder: string): { added: string[]; problems: string[] } {
  const recorded = readMigrationRecord(folder)
  const files = readMigrationFiles(folder)
  const problems = recordProblems(recorded, files)
  if (problems.length > 0) return { added: [], problems }
  const added = unrecorded(recorded, files)
  appendFileSync(join(folder, RECORD_FILE), added.map(recordLine).join(''))
  return { added: added.map(({ name }) => name), problems }
}

/**
 * Gives migrations that the main branch doesn't have numbers above all of its own, also where other files name
 * them, and writes the record again. For a branch into which the main branch was merged, or the other way around.
 */
export function renumberMigrations(root: string): { renamed: string[]; problems: string[] } {
  const folder = join(root, FOLDER)
  const recorded = recordOfMain(root)
  const files = readMigrationFiles(folder)
  const names = new Set(recorded.map(({ name }) => name))
  const problems = recordProblems(
    recorded,
    files.filter(({ name }) => names.has(name)),
  )
  if (problems.length > 0) return { renamed: [], problems }
  const moved = numberedAfter(recorded, files).filter(({ name, newName }) => name !== newName)
  // Backwards: the new name of one may be the old name of the next.
  for (const { name, newName } of moved.toReversed()) {
    renameSync(join(folder, name), join(folder, newName))
    renameInFiles(root, name.replace(/\.sql$/, ''), newName.replace(/\.sql$/, ''))
  }
  // Read again: a migration may name another.
  const lines = [...recorded, ...unrecorded(recorded, readMigrationFiles(folder))]
  writeFileSync(join(folder, RECORD_FILE), lines.map(recordLine).join(''))
  return { renamed: moved.map(({ name, newName }) => `${name} to ${newName}`), problems }
}

/** @throws without a main branch */
function recordOfMain(root: string) {
  for (const trunk of TRUNKS) {
    const { status, stdout } = git(root, 'show', `${trunk}:./${FOLDER}/${RECORD_FILE}`)
    if (status === 0) return parseMigrationRecord(stdout)
  }
  throw new Error(`Git has no record of migrations on ${TRUNKS.join(' or ')}: fetch the main branch`)
}

function renameInFiles(root: string, name: string, newName: string): void {
  const { stdout } = git(root, 'grep', '--untracked', '-lzF', name, '--', '.', `:!${FOLDER}/${RECORD_FILE}`)
  for (const path of stdout.split('\0').filter(Boolean)) {
    const text = readFileSync(join(root, path), 'utf8')
    writeFileSync(join(root, path), text.replace(new RegExp(`\\b${name}\\b`, 'g'), newName))
  }
}

const git = (root: string, ...args: string[]) => spawnSync('git', args, { cwd: root, encoding: 'utf8' })

function main(renumbers: boolean): void {
  const root = join(import.meta.dirname, '..')
  const { renamed, problems } = renumbers ? renumberMigrations(root) : { renamed: [], problems: [] }
  for (const one of renamed) console.log(`renamed ${one}`)
  const done = problems.length > 0 ? { added: [], problems } : recordMigrations(join(root, FOLDER))
  for (const problem of done.problems) console.error(problem)
  if (done.problems.length === 0)
    console.log(done.added.length > 0 ? `recorded ${done.added.join(', ')}` : 'nothing to record')
  process.exitCode = done.problems.length > 0 ? 1 : 0
}

if (import.meta.main) main(process.argv.includes('--renumber'))
