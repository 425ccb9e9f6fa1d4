import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The record, in the format of `sha256sum`: one line per migration, in the order in which they run. */
export const RECORD_FILE = 'recorded.sha256'
export const RECORD_COMMAND = 'node_modules/.bin/node scripts/record-migrations.ts'

/** A migration file with the hexadecimal SHA-256 of its content. */
export interface MigrationDigest {
  name: string
  digest: string
}

const LINE = /^([0-9a-f]{64}) {2}(\S+\.sql)$/

/** The SQL files of a folder, in order. @throws when there are none */
export function readMigrationFiles(folder: string): MigrationDigest[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
  if (names.length === 0) throw new Error(`No migrations in ${folder}`)
  return names.map((name) => ({
    name,
    digest: createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex'),
  }))
}

/** Reads the record of a folder. @throws for a malformed line */
export const readMigrationRecord = (folder: string): MigrationDigest[] =>
  parseMigrationRecord(readFileSync(join(folder, RECORD_FILE), 'utf8'))

/** Parses a record. @throws for a malformed line */
export function parseMigrationRecord(text: string): MigrationDigest[] {
  const lines = text.trimEnd().split('\n')
  return lines.map((line) => {
    const [, digest, name] = LINE.exec(line) ?? []
    if (!digest || !name) throw new Error(`${RECORD_FILE} has a line of another form: ${line}`)
    return { name, digest }
  })
}

/** Formats a line of the record. */
export const recordLine = ({ name, digest }: MigrationDigest): string => `${digest}  ${name}\n`

const readNumber = (name: string) => name.slice(0, 4)

/**
 * The names of migrations without a line, and those they get: a number that isn't above the one before becomes the
 * next one.
 */
export function numberedAfter(
  recorded: MigrationDigest[],
  files: MigrationDigest[],
): { name: string; newName: string }[] {
  let last = Number(readNumber(recorded.at(-1)?.name ?? '0000'))
  return unrecorded(recorded, files).map(({ name }) => {
    last = Math.max(last + 1, Number(readNumber(name)))
    return { name, newName: `${String(last).padStart(4, '0')}${name.slice(4)}` }
  })
}

/** Migrations without a line in the record. */
export function unrecorded(recorded: MigrationDigest[], files: MigrationDigest[]): MigrationDigest[] {
  const names = new Set(recorded.map(({ name }) => name))
  return files.filter(({ name }) => !names.has(name))
}

/**
 * Why databases that ran the recorded migrations would differ, as sentences: a file that was changed, removed or
 * renamed, or one that would run before a recorded one. A new file at the end is fine.
 */
export function recordProblems(recorded: MigrationDigest[], files: MigrationDigest[]): string[] {
  const digests = new Map(files.map(({ name, digest }) => [name, digest]))
  const last = recorded.at(-1)?.name ?? ''
  const ofRecord = recorded.flatMap(({ name, digest }, at) => {
    const before = recorded[at - 1]?.name ?? ''
    if (readNumber(name) <= readNumber(before))
      return [
        `${name} is recorded after ${before}: ${RECORD_COMMAND} --renumber gives new ones numbers in order`,
      ]
    if (!digests.has(name)) return [`${name} is recorded and missing: installations have run it, restore it`]
    if (digests.get(name) !== digest)
      return [`${name} has changed: installations have run it, restore it and write another migration`]
    return []
  })
  const ofFiles = unrecorded(recorded, files).flatMap(({ name }, at, added) => {
    const before = added[at - 1]?.name ?? last
    if (!/^\d{4}_\w+\.sql$/.test(name)) return [`${name} is no name of a migration: use 0001_words.sql`]
    return readNumber(name) <= readNumber(before)
      ? [`${name} must have a number above that of ${before}: ${RECORD_COMMAND} --renumber gives it one`]
      : []
  })
  return [...ofRecord, ...ofFiles]
}
