import { expect, test } from 'vitest'
import type { List } from '#contract/leads/lists.ts'
import { LIST_ACTION_NAMES, offeredListActions } from '../lib/list-actions.ts'
import { LIST_ACTIONS } from './list-actions.ts'

const list = (state: Partial<List> = {}) =>
  ({ id: 7, type: 'local', is_archived: false, is_pinned: false, deleted_at: null, ...state }) as List
const binned = list({ deleted_at: '2026-01-02T00:00:00Z' })
const labels = (place: 'row' | 'bar' | 'menu', ...chosen: List[]) =>
  offeredListActions(LIST_ACTIONS, place, chosen).map(({ label }) => label)

test('each action is contributed once and has a place', () => {
  expect(LIST_ACTIONS.map(({ name }) => name).toSorted()).toEqual(LIST_ACTION_NAMES.toSorted())
  expect(LIST_ACTIONS.filter(({ places }) => places.length === 0)).toEqual([])
})

test('a list offers the actions that fit its state, always in the same order', () => {
  expect(labels('row', list())).toEqual([
    'Open',
    'Pin',
    'Rename',
    'New search',
    'Export',
    'Move to folder',
    'Duplicate list',
    'Archive',
    'Delete',
  ])
  expect(labels('row', list({ is_archived: true, is_pinned: true })).slice(1, 2)).toEqual(['Unpin'])
  expect(labels('row', list({ is_archived: true }))).toContain('Unarchive')
  expect(labels('row', binned)).toEqual(['Restore'])
  expect(labels('menu', list())).toEqual([
    'Exports and templates',
    'Score leads',
    'Tags and source',
    'Import address',
    'Webhooks',
    'Move to folder',
    'Duplicate list',
    'Archive',
    'Delete',
  ])
  expect(labels('menu', list({ is_archived: true }))).toContain('Unarchive')
})

test('several selected lists offer the actions they have in common', () => {
  expect(labels('bar', list(), list())).toEqual(['Move to folder', 'Archive', 'Delete'])
  expect(labels('bar', list(), list({ is_archived: true }))).toEqual(['Move to folder', 'Delete'])
  expect(labels('bar', binned, binned)).toEqual(['Restore'])
  expect(labels('bar')).toEqual([])
})
