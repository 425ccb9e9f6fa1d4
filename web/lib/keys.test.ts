import { expect, test, vi } from 'vitest'
import { createSequences } from './keys.ts'

test('two keys pressed in time are a command, late or interrupted ones are not', () => {
  const go = vi.fn()
  const press = createSequences({ 'g l': go })
  expect(press('g', 0)).toBe(false)
  expect(press('l', 400)).toBe(true)
  press('g', 1000)
  press('l', 2500)
  press('g', 3000)
  press('x', 3100)
  press('l', 3200)
  expect(go).toHaveBeenCalledTimes(1)
})
