import { afterAll, beforeAll, describe, it } from 'vitest'
import { type PushStory, startPushStory } from '#server/testing/crm-push-story.ts'

describe('5,000 leads through 429s, resets, lost answers and two kills', () => {
  let story: PushStory
  beforeAll(async () => {
    story = await startPushStory(5000)
  })
  afterAll(() => story?.close())

  it('are interrupted by a kill', () => story.killAt(1200))
  it('continue, and are killed again', () => story.killAt(3400))
  it('are in the CRM once each, and the ledger agrees', () => story.end())
})
