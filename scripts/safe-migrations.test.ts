import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { unsafeChanges, unsafeMigrations } from './checks/safe-migrations.ts'

it('migrations are safe while the program before them still runs', () => {
  const folder = join(import.meta.dirname, '../server/migrations')
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  expect(names.filter((name) => Number(name.slice(0, 4)) >= 221).length).toBeGreaterThan(5)
  expect(unsafeMigrations(folder, names)).toEqual([])
})

it.each([
  ['alter table lead drop column note;', 'drops a column'],
  ['drop table if exists lead;', 'drops a table'],
  ['alter table lead rename column note to remark;', 'renames'],
  ['alter table lead alter column note type int using note::int;', 'changes the type'],
  ['alter table lead alter column note set not null;', 'refuses null'],
  ['alter table lead add column note text not null;', 'must be filled'],
  ['alter table lead add constraint note_check check (note > 0);', 'reads the whole table'],
  ['create index lead_note on lead (note);', 'creates an index'],
])('names what is not: %s', (sql, problem) => {
  expect(unsafeChanges('9000_later.sql', sql)).toEqual([expect.stringContaining(problem)])
  expect(unsafeChanges('0220_earlier.sql', sql)).toEqual([])
  expect(unsafeChanges('9000_later.sql', `create table lead (id bigint);\n${sql}`)).toEqual([])
  expect(unsafeChanges('9000_later.sql', `-- safe: nobody reads it any more.\n${sql}`)).toEqual([])
  const other = `create table other (id bigint);\n-- safe: it is new.\ncreate index o on other (id);\n${sql}`
  expect(unsafeChanges('9000_later.sql', other)).toHaveLength(1)
})

it.each([
  'alter table lead add column note text;',
  "alter table lead add column note text not null default '';",
  'alter table lead add constraint note_check check (note > 0) not valid;',
  'alter table lead validate constraint note_check;',
  'drop view lead_info;\ncreate view lead_info as select id from lead;',
])('accepts: %s', (sql) => {
  expect(unsafeChanges('9000_later.sql', sql)).toEqual([])
})
