import { afterAll, beforeAll, describe, it } from 'vitest'
import { CONTACT_CRMS } from '#contract/core/crms/index.ts'
import { type PushStory, startPushStory } from '#server/testing/crm-push-story.ts'

describe.each([
  { crm: 'ghl' as const, people: 5000, kills: [1200, 3400] },
  ...CONTACT_CRMS.map((crm) => ({ crm, people: 400, kills: [90, 270] })),
])('$people leads to $crm through 429s, resets, lost answers and two kills', ({ crm, people, kills }) => {
  let story: PushStory
  beforeAll(async () => {
    story = await startPushStory(people, crm)
  })
  afterAll(() => story?.close())

  it('are interrupted by a kill', () => story.killAt(kills[0] as number))
  it('continue, and are killed again', () => story.killAt(kills[1] as number))
  it('are in the CRM once each, and the ledger agrees', () => story.end())
})
