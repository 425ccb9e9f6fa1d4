import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { compareStatements, shapeOf, splitStatements } from './every-shard.js'

it('finds the statements a cluster has split in its log', () => {
  const at = '2026-01-01 10:00:00.000 UTC'
  const log = [
    `${at} [7] db app LOG:  multi-task query about to be executed`,
    `${at} [7] db app STATEMENT:  select id from run`,
    `\twhere id in ($1, $2) and name = 'x'`,
    `${at} [8] db app LOG:  statement`,
    `${at} [8] db app STATEMENT:  select 2`,
    `${at} [9] db queue LOG:  multi-task query about to be executed`,
    `${at} [9] db queue STATEMENT:  select 3`,
  ].join('\n')
  const split = splitStatements(log)
  expect(split).toEqual([`select id from run where id in ($1, $2) and name = 'x'`])
  expect(split.map(shapeOf)).toEqual([`select id from run where id in (?) and name = '…'`])
})

it('adds what a run found, and takes out what only a run of all tests can know', () => {
  expect(compareStatements(['b', 'd'], ['c', 'b'], false)).toEqual({
    added: ['c'],
    gone: [],
    after: ['b', 'c', 'd'],
  })
  expect(compareStatements(['b', 'd'], ['c', 'b'], true)).toEqual({
    added: ['c'],
    gone: ['d'],
    after: ['b', 'c'],
  })
})

it('keeps the list in the order in which the command writes it', () => {
  const text = readFileSync(join(import.meta.dirname, 'every-shard.txt'), 'utf8')
  const list = text.trimEnd().split('\n')
  expect(list).toEqual(compareStatements(list, [], false).after)
  expect(new Set(list).size).toBe(list.length)
})
