import { it } from 'vitest'
import { pushThroughKills } from '#server/testing/crm-push-story.ts'

it('5,000 leads through 429s, resets, lost answers and two kills stand in the CRM once each', () =>
  pushThroughKills({ people: 5000, killsAt: [1200, 3400] }))
