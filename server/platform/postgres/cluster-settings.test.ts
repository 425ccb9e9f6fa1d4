import { expect, it } from 'vitest'
import { bufferMegabytes } from './cluster-settings.ts'

const GB = 2 ** 30

it.each([
  [0.5, 128],
  [2, 256],
  [8, 1024],
  [24, 2048],
  [512, 2048],
])('with %d GB of memory the database uses %d MB of shared buffers', (memory, megabytes) => {
  expect(bufferMegabytes(memory * GB)).toBe(megabytes)
})
