import { it } from 'vitest'
import { pushThroughKills } from '#server/testing/crm-push-story.ts'

it('a push whose program was killed sends every lead once, and the ledger says what the CRM has', () =>
  pushThroughKills({ people: 300, killsAt: [100] }))
