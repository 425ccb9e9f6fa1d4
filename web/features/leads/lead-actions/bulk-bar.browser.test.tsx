import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { LeadAction } from '#web/lib/lead-actions.ts'
import { expectAccessible, show } from '#web/testing/show.tsx'
import { BulkBar } from './bulk-bar.tsx'

const LABELS = [
  'Find emails',
  'Waterfall',
  'Export',
  'Labels',
  'Set status',
  'Push to CRM',
  'AI text',
  'Delete',
]
const requested: string[] = []

const actions = LABELS.map((label) => ({
  name: label,
  label,
  icon: () => null,
  places: ['bar'],
  run: async () => {},
  price: () => '1 credit each',
})) as unknown as LeadAction[]

/** Space that the grid leaves for the bar: beside navigation and filters, or the whole width of a phone. */
const Pane = ({ width }: { width: number }) => (
  <div style={{ position: 'relative', width, height: 300 }}>
    <BulkBar
      target={{ type: 'local', id: 7 }}
      selection={{ kind: 'ids', ids: new Set([1, 2]) }}
      onSelect={() => {}}
      ids={[1, 2, 3]}
      total={3}
      actions={actions}
      onAction={({ label }) => requested.push(label)}
      busy={undefined}
      beside={false}
    />
  </div>
)

for (const [screen, room] of [
  [1280, 800],
  [390, 390],
] as const)
  test(`the bar stays on one line at ${screen} px and moves the rest under More`, async () => {
    await show(<Pane width={room} />, { width: screen, height: 844 })
    const bar = page.getByRole('region', { name: 'Selected leads' })
    const more = bar.getByRole('button', { name: 'More', exact: true })
    await expect.element(more).toBeVisible()
    const box = bar.element()
    expect(box.scrollWidth).toBeLessThanOrEqual(box.clientWidth)
    expect(
      new Set([...box.querySelectorAll('button')].map((button) => Math.round(middle(button)))).size,
    ).toBe(1)
    await expect.element(bar.getByRole('button', { name: 'Clear the selection' })).toBeVisible()
    await more.click()
    await page.getByRole('menuitem', { name: /Delete/ }).click()
    expect(requested.pop()).toBe('Delete')
    await expectAccessible()
  })

const middle = (element: Element): number => {
  const { top, bottom } = element.getBoundingClientRect()
  return (top + bottom) / 2
}
