import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { clusterProblems, migrationProblems, refusedSql } from './checks/cluster-rules.ts'

it.each([
  'delete from run where ctid in (select ctid from run limit 5)',
  'update run set started_at = coalesce(started_at, now())',
  'update run set at = case when x then now() else at end',
  'insert into run (id) values (1) on conflict (id) do update set at = now()',
  'select exists (select from run) as found',
])('rejects for a cluster: %s', (sql) => {
  expect(refusedSql(sql)).toHaveLength(1)
})

it.each([
  'update run set started_at = coalesce(started_at, (select now())), ended_at = now()',
  'insert into run (id, at) values (1, now()) on conflict (id) do update set at = excluded.at',
  'select 1 from run where exists (select from list) limit 1',
])('accepts for a cluster: %s', (sql) => {
  expect(refusedSql(sql)).toEqual([])
})

it('migrations can run on a distributed database', () => {
  const folder = join(import.meta.dirname, '../server/migrations')
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  expect(names.length).toBeGreaterThan(50)
  expect(clusterProblems(folder, names)).toEqual([])
})

it.each([
  ['create trigger t before insert on run', 'creates a trigger'],
  ['alter table run add column a int check (a > 0);', 'adds a column and a constraint'],
  [
    'create table webhook (account_id bigint, foreign key (account_id, l) references list (account_id, id));',
    '-- distribute webhook',
  ],
])('rejects a migration: %s', (sql, why) => {
  expect(migrationProblems('9000_later.sql', sql)).toEqual([expect.stringContaining(why)])
  expect(migrationProblems('0003_lists.sql', sql)).toEqual([])
})
