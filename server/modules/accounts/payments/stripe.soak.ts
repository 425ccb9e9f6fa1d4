import { expect, it } from 'vitest'
import { paymentStory, shuffledPurchases } from '#server/testing/payment-story.ts'

const STARTED = Date.now()

it('a purchase ends in the same rows in 200 orders of events, sent twice to both URLs', async () => {
  const story = await paymentStory({ now: () => new Date(Math.floor(STARTED / 1000) * 1000) })
  await story.connect()
  const seen = await shuffledPurchases(story, await story.sell(), 200)
  expect(seen).toHaveLength(200)
  for (const other of seen) expect(other).toEqual(seen[0])
  await story.close()
}, 900_000)
