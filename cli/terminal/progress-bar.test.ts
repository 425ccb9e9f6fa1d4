import { describe, expect, it } from 'vitest'
import { createProgressBar, progressLine } from './progress-bar.ts'

function target(isTTY: boolean) {
  const written: string[] = []
  return { isTTY, columns: 60, written, write: (text: string) => written.push(text) }
}

describe('progress bar', () => {
  it('shows the percentage, or only the count while the total is unknown', () => {
    expect(progressLine({ label: 'Searching', done: 1200, total: 4800 }, 80)).toBe(
      'Searching  [======                  ]  25%  1,200 of 4,800',
    )
    expect(progressLine({ label: 'Searching', done: 1200, total: null }, 80)).toBe('Searching  1,200')
  })

  it('writes nothing without a terminal', () => {
    const stderr = target(false)
    createProgressBar(stderr).update({ label: 'x', done: 1, total: 1 })
    expect(stderr.written).toEqual([])
  })

  it('redraws at most every 80 ms, except for the end, and clears once', () => {
    const stderr = target(true)
    let now = 0
    const bar = createProgressBar(stderr, () => now)
    bar.update({ label: 'x', done: 1, total: 9 })
    bar.update({ label: 'x', done: 2, total: 9 })
    expect(stderr.written).toHaveLength(1)
    now = 80
    bar.update({ label: 'x', done: 3, total: 9 })
    bar.update({ label: 'x', done: 9, total: 9 })
    bar.clear()
    bar.clear()
    expect(stderr.written).toHaveLength(4)
  })
})
