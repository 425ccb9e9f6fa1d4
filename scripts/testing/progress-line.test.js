import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createProgressLine } from './progress-line.js'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** A terminal, or a file, that keeps what is written. */
function output(isTTY) {
  const written = []
  return { isTTY, columns: 20, written, write: (text) => written.push(text) }
}
const CLEAR = '\r\x1b[K'

it('the progress line is drawn below the output on a terminal, within its width', () => {
  const out = output(true)
  const line = createProgressLine(out, () => '3 of 9 files, 40 passed, 1 failed')
  line.write('half a ')
  expect(out.written).toEqual([])
  line.write('line\nand more')
  expect(out.written).toEqual([`${CLEAR}half a line\n`, `${CLEAR}3 of 9 files, 40 pa`])
  vi.advanceTimersByTime(250)
  expect(out.written.at(-1)).toBe(`${CLEAR}3 of 9 files, 40 pa`)
  line.stop()
  expect(out.written.slice(-2)).toEqual([CLEAR, 'and more\n'])
  expect(vi.getTimerCount()).toBe(0)
})

it('the progress is printed once a minute without a terminal', () => {
  const out = output(false)
  const line = createProgressLine(out, () => '3 of 9 files')
  line.write('a line\n')
  vi.advanceTimersByTime(120_000)
  line.stop()
  expect(out.written).toEqual(['a line\n', '3 of 9 files\n', '3 of 9 files\n'])
})
