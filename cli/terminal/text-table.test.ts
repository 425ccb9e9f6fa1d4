import { describe, expect, it } from 'vitest'
import { displayWidth, fitWidth } from './display-width.ts'
import { detailLines, textTable } from './text-table.ts'

const columns = [{ title: 'ID', align: 'right' }, 'NAME', 'STATE'] as const

describe('textTable', () => {
  it('aligns by display width, not by characters', () => {
    const lines = textTable(columns, [
      [1, '東京', 'ok'],
      [200, 'Zoë', 'ok'],
      [3, 'plain', null],
    ]).split('\n')
    expect(lines).toEqual([' ID  NAME   STATE', '  1  東京   ok', '200  Zoë    ok', '  3  plain'])
  })

  it('truncates long texts to the width but never numbers', () => {
    const table = textTable(columns, [[1234567, 'a very long name of a very long list', 'succeeded']], 36)
    for (const line of table.split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(36)
    expect(table).toContain('1234567')
    expect(table).toContain('…')
  })

  it('removes control characters', () => {
    const evil = 'x\u001b[2J\u009b31m\ny\u202e'
    expect(textTable(['A'], [[evil]])).toBe('A\nx [2J 31m y')
    expect(detailLines([['A', evil]])).toBe('A  x [2J 31m y ')
  })
})

describe('widths', () => {
  it.each([
    ['abc', 3],
    ['é', 1],
    ['東', 2],
    ['👩‍👩‍👧', 2],
  ])('“%s” takes %i columns of a terminal', (text, width) => {
    expect(displayWidth(text)).toBe(width)
  })
  it('never exceeds the width with wide characters', () => {
    expect(fitWidth('東京都', 4)).toBe('東…')
  })
})
