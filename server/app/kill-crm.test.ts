import { it } from 'vitest'
import { startPushStory } from '#server/testing/crm-push-story.ts'

it('a push whose program was killed sends every lead once, and the ledger says what the CRM has', async () => {
  // What this push has made itself is no contact that was there before.
  const story = await startPushStory(300, { only_new: true })
  try {
    await story.killAt(100)
    await story.end()
  } finally {
    await story.close()
  }
})
