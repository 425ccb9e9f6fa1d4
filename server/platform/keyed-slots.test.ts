import { describe, expect, it } from 'vitest'
import { createKeyedSlots } from './keyed-slots.ts'

const never = new AbortController().signal

describe('slots of a key', () => {
  it('are taken in order, and each key has its own', async () => {
    const take = createKeyedSlots(2)
    const order: string[] = []
    const [first, second] = [await take('a', never), await take('a', never)]
    const third = take('a', never).then((leave) => {
      order.push('third')
      return leave
    })
    const fourth = take('a', never).then(() => order.push('fourth'))
    await take('b', never)
    expect(order).toEqual([])
    first()
    // Released twice, it still counts once.
    first()
    const leaveThird = await third
    expect(order).toEqual(['third'])
    second()
    await fourth
    expect(order).toEqual(['third', 'fourth'])
    leaveThird()
    await take('a', never)
  })

  it('skip aborted waiters and go to the next one', async () => {
    const take = createKeyedSlots(1)
    const leave = await take('a', never)
    const controller = new AbortController()
    const aborted = take('a', controller.signal)
    const next = take('a', never)
    controller.abort(new Error('stop'))
    await expect(aborted).rejects.toThrow('stop')
    await expect(take('a', controller.signal)).rejects.toThrow('stop')
    leave()
    await next
  })
})
