import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { actionsAt, groupedActions, type LeadAction, offeredActions } from '#web/lib/lead-actions.ts'
import { BulkBar } from './bulk-bar.tsx'
import { actionCommands } from './use-action-commands.ts'

const NOOP = () => {}
const target = { type: 'influencer', id: 7 } as const

/** A sample action with a name that list types declare. */
const sampleAction = (name: LeadAction['name'], extra: Partial<LeadAction> = {}): LeadAction => ({
  name,
  label: `Do ${name}`,
  icon: () => null,
  places: ['bar', 'menu'],
  run: async () => {},
  ...extra,
})

const offered = (all: LeadAction[], view: 'active' | 'bin' = 'active') =>
  offeredActions(all, { type: target.type, view })

const barOf = (actions: readonly LeadAction[]): string =>
  renderToStaticMarkup(
    <MantineProvider>
      <BulkBar
        target={target}
        selection={{ kind: 'ids', ids: new Set([1, 2]) }}
        onSelect={NOOP}
        ids={[1, 2, 3]}
        total={3}
        actions={actions}
        onAction={NOOP}
        busy={undefined}
        beside={false}
      />
    </MantineProvider>,
  )

test('shows a contributed action in the bar and in the menu, with its price', () => {
  const actions = offered([sampleAction('enrich', { price: (type) => `2 credits each ${type}` })])
  expect(barOf(actions)).toMatch(/Do enrich.*2 credits each influencer/)
  expect(actionsAt('menu', actions).map(({ label }) => label)).toEqual(['Do enrich'])
})

test('hides actions that the list type does not declare or that belong elsewhere', () => {
  expect(offered([sampleAction('get-phones')])).toEqual([])
  const actions = offered([sampleAction('crm', { places: ['menu'] })])
  expect(barOf(actions)).not.toContain('Do crm')
})

test('shows only trash actions in the trash', () => {
  const all = [
    sampleAction('enrich'),
    sampleAction('csv', { appliesTo: ({ type }) => type === 'influencer' }),
  ]
  expect(offered(all, 'bin').map(({ name }) => name)).toEqual(['csv'])
})

test('groups two or more related actions under one button at the place of the first', () => {
  const [one, two] = [sampleAction('enrich', { group: 'More' }), sampleAction('crm', { group: 'More' })]
  expect(groupedActions(offered([two, sampleAction('csv'), one]))).toEqual([
    { group: 'More', actions: [one, two] },
    { actions: [expect.objectContaining({ name: 'csv' })] },
  ])
  const bar = barOf([one, two])
  expect(bar).toContain('More')
  expect(bar).not.toContain('Do enrich')
})

test('the command palette shows the target leads and the price of an action', () => {
  const requested: string[] = []
  const offer = (selected: number, total: number) =>
    actionCommands(
      [sampleAction('enrich', { price: () => 'Free' }), sampleAction('delete', { places: ['bar'] })],
      target,
      { selected, total },
      ({ name }) => requested.push(name),
    )
  expect(offer(0, 3).map(({ description }) => description)).toEqual(['All 3 leads of this view · Free'])
  const [first, second] = offer(2, 3)
  expect([first?.description, second?.description]).toEqual(['2 selected leads · Free', '2 selected leads'])
  second?.run()
  expect(requested).toEqual(['delete'])
  expect(offer(0, 0)).toEqual([])
})
