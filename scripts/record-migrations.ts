import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  RECORD_FILE,
  readMigrationFiles,
  readMigrationRecord,
  recordLine,
  recordProblems,
  unrecorded,
} from './checks/migration-record.ts'

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

if (import.meta.main) {
  const { added, problems } = recordMigrations(join(import.meta.dirname, '..', 'server', 'migrations'))
  for (const problem of problems) console.error(problem)
  if (problems.length === 0) console.log(added.length ? `recorded ${added.join(', ')}` : 'nothing to record')
  process.exitCode = problems.length > 0 ? 1 : 0
}
