import { describe, expect, test } from 'vitest'
import { gridCommand, moveRow } from './grid-keys.ts'

describe('grid keys', () => {
  const key = (
    name: string,
    held: Partial<Record<'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey', boolean>> = {},
  ) => ({
    key: name,
    shiftKey: false,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    ...held,
  })

  test('letters and arrows move; combinations with Ctrl are left to the browser', () => {
    expect([
      gridCommand(key('j')),
      gridCommand(key('ArrowUp')),
      gridCommand(key('x')),
      gridCommand(key('Enter')),
    ]).toEqual(['down', 'up', 'toggle', 'open'])
    expect(['ArrowRight', 'ArrowLeft', 'F2'].map((name) => gridCommand(key(name)))).toEqual([
      'right',
      'left',
      'edit',
    ])
    expect(gridCommand(key('j', { ctrlKey: true }))).toBeNull()
    const shifted = (name: string) => gridCommand(key(name, { shiftKey: true }))
    expect(['ArrowDown', 'J', 'ArrowUp', 'K', 'X', 'Enter'].map(shifted)).toEqual([
      'span-down',
      'span-down',
      'span-up',
      'span-up',
      'span-here',
      null,
    ])
  })

  test('movement stops at the edges of the page', () => {
    expect(moveRow(-1, 'down', 3)).toBe(0)
    expect(moveRow(2, 'down', 3)).toBe(2)
    expect(moveRow(-1, 'up', 3)).toBe(0)
    expect(moveRow(1, 'last', 3)).toBe(2)
    expect(moveRow(1, 'down', 0)).toBe(-1)
  })
})
