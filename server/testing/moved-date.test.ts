import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { MovedClock } from './moved-clock.ts'

const folder = mkdtempSync(join(tmpdir(), 'moved-date-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const SHOWN = `const a = new Date('2027-03-28T01:00:00Z')
  console.log(JSON.stringify([Date.now(), +new Date(), a.toISOString(), a instanceof Date, new Date(2027, 0, 1).getMonth(), Date.parse(Date())]))`

it('a program has the clock that it is given, and dates work as before', () => {
  const clock = new MovedClock(join(folder, 'clock'))
  clock.moveBy(-600)
  const shown = execFileSync(process.execPath, ['-e', SHOWN], {
    env: { ...process.env, ...clock.environment },
  })
  const [now, made, given, isDate, month, text] = JSON.parse(shown.toString())
  for (const time of [now, made, text]) {
    expect(time).toBeLessThan(Date.now() - 540_000)
    expect(time).toBeGreaterThan(Date.now() - 900_000)
  }
  expect([given, isDate, month]).toEqual(['2027-03-28T01:00:00.000Z', true, 0])
})
