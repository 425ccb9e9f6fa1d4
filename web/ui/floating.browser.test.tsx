import { Button, Popover } from '@mantine/core'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '../testing/show.tsx'
import { theme } from './theme.ts'
import { Tip } from './tip.tsx'

const below = (element: Element, other: Element): number =>
  Math.round(other.getBoundingClientRect().top - element.getBoundingClientRect().bottom)

/** A button with room around it, and another one to move to. */
const withTooltip = (
  <div style={{ padding: 60 }}>
    <Tip label="What it does" position="bottom">
      <Button>Act</Button>
    </Tip>
    <Button ml={300}>Elsewhere</Button>
  </div>
)
const act = page.getByRole('button', { name: 'Act' })
const elsewhere = page.getByRole('button', { name: 'Elsewhere' })
const tip = page.getByRole('tooltip')

test.each([
  ['the pointer rests on its button', () => userEvent.hover(act), () => userEvent.hover(elsewhere)],
  [
    'its button has the focus',
    async () => {
      await userEvent.keyboard('{Shift}')
      ;(act.element() as HTMLElement).focus()
    },
    async () => (elsewhere.element() as HTMLElement).focus(),
  ],
  ['its button is pressed', () => userEvent.click(act), () => userEvent.hover(elsewhere)],
])('a tooltip is 14 px away while %s, and closes by itself', async (_when, come, go) => {
  await show(withTooltip)
  await userEvent.hover(elsewhere)
  await come()
  await expect.element(tip).toBeVisible()
  await expect.poll(() => below(act.element(), tip.element())).toBe(14)
  await go()
  await expect.poll(() => tip.elements().length).toBe(0)
})

test('a popover is 5 px away and is removed 150 ms after closing', async () => {
  await show(
    <div style={{ padding: 60 }}>
      <Popover position="bottom">
        <Popover.Target>
          <Button>Open</Button>
        </Popover.Target>
        <Popover.Dropdown>Inside</Popover.Dropdown>
      </Popover>
    </div>,
  )
  const button = page.getByRole('button', { name: 'Open' })
  const panel = page.getByRole('dialog')
  await button.click()
  await expect.element(panel).toBeVisible()
  await expect.poll(() => below(button.element(), panel.element())).toBe(5)
  await button.click()
  await expect.poll(() => panel.elements().length).toBe(0)
  expect(theme.components?.Popover?.defaultProps).toMatchObject({ transitionProps: { duration: 150 } })
})
