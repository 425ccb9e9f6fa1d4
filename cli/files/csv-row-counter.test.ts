import { expect, it } from 'vitest'
import { CsvRowCounter } from './csv-row-counter.ts'

it.each([
  ['', 0],
  ['a,b\r\n', 0],
  ['a,b\r\n1,2\r\n3,4\r\n', 2],
  ['a,b\n1,2\n3,4', 2],
  ['a\n"x\ny ""q"" z"\n', 1],
])('%j has %i records', (csv, rows) => {
  const whole = new CsvRowCounter()
  whole.take(Buffer.from(csv))
  const single = new CsvRowCounter()
  for (const byte of Buffer.from(csv)) single.take(Uint8Array.of(byte))
  expect([whole.rows, single.rows]).toEqual([rows, rows])
})
