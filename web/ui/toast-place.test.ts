import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Box, placeToast } from './toast-place.ts'

const box = (left: number, top: number, right: number, bottom: number): Box => ({ left, top, right, bottom })

test.each([
  ['nothing in the way', 1280, [], { top: 4, right: 12 }],
  ['the credits in the top bar', 1280, [box(1000, 8, 1264, 40)], { top: 4, right: 284 }],
  [
    'a drawer over the top bar',
    1280,
    [box(1000, 8, 1264, 40), box(680, 0, 1280, 48)],
    { top: 4, right: 604 },
  ],
  ['a phone, where the credits leave no room', 390, [box(190, 8, 378, 40)], { top: 44, right: 12 }],
  ['a drawer on a phone', 390, [box(190, 8, 378, 40), box(0, 0, 390, 52)], { top: 56, right: 12 }],
  [
    'a panel below the top bar of a phone',
    390,
    [box(190, 8, 378, 40), box(0, 48, 390, 96)],
    { top: 100, right: 12 },
  ],
])('toasts cover nothing: %s', (_name, width, boxes, place) => {
  expect(placeToast(width, boxes)).toEqual(place)
})

test('no toast covers content that has to stay visible or leaves the screen', () => {
  const side = fc.integer({ min: 0, max: 1400 })
  const someBox = fc
    .tuple(
      side,
      fc.integer({ min: 0, max: 300 }),
      fc.integer({ min: 1, max: 600 }),
      fc.integer({ min: 1, max: 60 }),
    )
    .map(([left, top, width, height]) => box(left, top, left + width, top + height))
  fc.assert(
    fc.property(fc.integer({ min: 320, max: 1400 }), fc.array(someBox, { maxLength: 5 }), (width, boxes) => {
      const { top, right } = placeToast(width, boxes)
      const end = width - right
      const start = end - Math.min(360, width - 24)
      expect(start).toBeGreaterThanOrEqual(12)
      for (const rect of boxes) {
        const covered = rect.left < end && start < rect.right && rect.top < top + 56 && top < rect.bottom
        expect(covered).toBe(false)
      }
    }),
  )
})
