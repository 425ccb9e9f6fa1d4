import { expect, it } from 'vitest'
import { countedSlots } from './counted-slots.ts'

it('gives each user a limited number of places, and releases each once', () => {
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
