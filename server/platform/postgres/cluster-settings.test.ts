import { expect, it } from 'vitest'
import { bufferMegabytes } from './cluster-settings.ts'

const GB = 2 ** 30

it.each([
  [0.5, 128],
  [2, 256],
  [8, 1024],
  [24, 2048],
  [512, 2048],
])('of %d GB the database keeps %d MB for its pages', (memory, megabytes) => {
  expect(bufferMegabytes(memory * GB)).toBe(megabytes)
})
