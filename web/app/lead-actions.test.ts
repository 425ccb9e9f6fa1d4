import { expect, test } from 'vitest'
import { PAGE_PARTS } from '#contract/leads/list-types/define.ts'
import { LIST_TYPE_IDS, LIST_TYPES } from '#contract/leads/list-types/index.ts'
import { actionsAt, menuSections, offeredActions } from '../lib/lead-actions.ts'
import { LEAD_ACTIONS } from './lead-actions.ts'

const names = LEAD_ACTIONS.map(({ name }) => name)

test('each action is declared by some list type and contributed once', () => {
  const declared: string[] = LIST_TYPE_IDS.flatMap((type) => [...LIST_TYPES[type].actions])
  expect(names.filter((name) => !declared.includes(name))).toEqual([])
  expect(new Set(names).size).toBe(names.length)
  expect(names.filter((name) => (PAGE_PARTS as readonly string[]).includes(name))).toEqual([])
})

test('each action is offered somewhere', () => {
  expect(LEAD_ACTIONS.filter(({ places }) => places.length === 0)).toEqual([])
})

test('a list type offers its declared actions in order', () => {
  const shown = (type: 'local' | 'influencer', view: 'active' | 'bin') =>
    offeredActions(LEAD_ACTIONS, { type, view }).map(({ label }) => label)
  expect(shown('local', 'active')).toEqual([
    'Add leads',
    'Add a lead manually',
    'Find emails',
    'Check websites',
    'Waterfall',
    'Get employees',
    'Find similar',
    'Verify emails',
    'Labels',
    'Set status',
    'Edit a field',
    'Clean up',
    'Find duplicates',
    'Article 14 notices',
    'Move or copy',
    'Set up autopilot',
    'AI text',
    'Push to CRM',
    'Export',
    'Export options',
    'Delete',
  ])
  expect(shown('influencer', 'active')).toEqual([
    'Add leads',
    'Enrich',
    'Find emails',
    'Find similar',
    'Verify emails',
    'Labels',
    'Set status',
    'Edit a field',
    'Clean up',
    'Find duplicates',
    'Article 14 notices',
    'Move or copy',
    'Set up autopilot',
    'AI text',
    'Push to CRM',
    'Export',
    'Export options',
    'Delete',
  ])
  expect(shown('local', 'bin')).toEqual(['Add leads', 'Export', 'Export options'])
  expect(actionsAt('menu', offeredActions(LEAD_ACTIONS, { type: 'people', view: 'active' }))).toHaveLength(13)
})

test('every action in the list menu is under a heading', () => {
  for (const type of LIST_TYPE_IDS) {
    const offered = actionsAt('menu', offeredActions(LEAD_ACTIONS, { type, view: 'active' }))
    const inMenu = menuSections(offered).flatMap(({ actions }) => actions)
    expect(new Set(inMenu)).toEqual(new Set(offered))
    expect(inMenu).toHaveLength(offered.length)
  }
  const people = actionsAt('menu', offeredActions(LEAD_ACTIONS, { type: 'people', view: 'active' }))
  expect(
    menuSections(people).map(({ label, actions }) => [label, actions.map((action) => action.label)]),
  ).toEqual([
    ['Enrich', ['Waterfall', 'Get phones', 'Verify emails', 'AI text']],
    ['Send and automate', ['Push to CRM', 'Export options', 'Set up autopilot', 'Article 14 notices']],
    ['Organize', ['Labels', 'Move or copy', 'Add a lead manually', 'Find duplicates', 'Clean up']],
  ])
  const stranger = [{ ...people[0], name: 'search', label: 'New' }] as typeof people
  expect(menuSections(stranger)).toEqual([{ label: 'Organize', actions: stranger }])
})
