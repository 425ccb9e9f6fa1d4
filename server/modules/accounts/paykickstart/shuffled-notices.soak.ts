import { expect, it } from 'vitest'
import { shuffledNotices } from '#server/testing/paykickstart-story.ts'

it('a purchase ends in the same rows in 200 orders of its notifications, sent twice', async () => {
  const seen = await shuffledNotices(200)
  expect(seen).toHaveLength(200)
  for (const other of seen) expect(other).toEqual(seen[0])
}, 900_000)
