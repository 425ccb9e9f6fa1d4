import { expect, it } from 'vitest'
import { shuffledNotices } from '#server/testing/paykickstart-story.ts'

it('a purchase ends in the same rows in 5 orders of its notifications, sent twice', async () => {
  const seen = await shuffledNotices(5)
  expect(seen[0]).toMatchObject([
    { available: 180, periods: 2, cancel_at: expect.any(Date), payments: [2, 9800, 980, expect.any(Number)] },
  ])
  for (const other of seen) expect(other).toEqual(seen[0])
})
