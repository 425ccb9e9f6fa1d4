import { it } from 'vitest'
import { mailsSurviveKilledWorkers } from '#server/testing/killed-mail-workers.ts'

it('loses no queued mail when workers are killed, and sends none under a second Message-ID', async () => {
  await mailsSurviveKilledWorkers({ mails: 120, kills: 1 })
})
