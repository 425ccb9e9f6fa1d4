import { expect, it } from 'vitest'
import { raceAbort } from './race-abort.ts'

it('resolves with the result of the work', async () => {
  const { signal } = new AbortController()
  await expect(raceAbort(Promise.resolve(1), signal)).resolves.toBe(1)
  await expect(raceAbort(Promise.reject(new Error('no')), signal)).rejects.toThrow('no')
})

it('rejects with the reason of an abort, before or during the work', async () => {
  const stop = new AbortController()
  const racing = raceAbort(new Promise(() => {}), stop.signal)
  stop.abort(new Error('stop'))
  await expect(racing).rejects.toThrow('stop')
  await expect(raceAbort(Promise.resolve(1), stop.signal)).rejects.toThrow('stop')
})

it('ignores work that fails after the abort', async () => {
  const stop = new AbortController()
  const work = Promise.withResolvers<never>()
  const racing = raceAbort(work.promise, stop.signal)
  stop.abort(new Error('stop'))
  await expect(racing).rejects.toThrow('stop')
  work.reject(new Error('late'))
  await new Promise(setImmediate)
})
