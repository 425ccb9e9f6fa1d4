import { expect, it } from 'vitest'
import { countedSlots } from './counted-slots.ts'

it('each user has a limited number of slots, and each is released once', () => {
  const places = countedSlots(2)
  const first = places.enter(1)
  places.enter(1)
  expect(() => places.enter(1)).toThrow('2 event streams are already open')
  places.enter(2)
  first()
  first()
  places.enter(1)
  expect(() => places.enter(1)).toThrow()
})
