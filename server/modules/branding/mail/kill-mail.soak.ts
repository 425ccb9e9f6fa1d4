import { it } from 'vitest'
import { mailsSurviveKilledWorkers } from '#server/testing/killed-mail-workers.ts'

it('loses none of 10,000 mails when workers are killed amid them', () =>
  mailsSurviveKilledWorkers({ mails: 10_000, kills: 5 }))
