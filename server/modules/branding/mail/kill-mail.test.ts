import { it } from 'vitest'
import { mailsSurviveKilledWorkers } from '#server/testing/killed-mail-workers.ts'

it('loses no mail of the queue when workers are killed amid it, and gives none a second identity', async () => {
  await mailsSurviveKilledWorkers({ mails: 120, kills: 1 })
})
