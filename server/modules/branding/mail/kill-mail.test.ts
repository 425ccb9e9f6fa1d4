import { it } from 'vitest'
import { mailsSurviveKilledWorkers } from '#server/testing/killed-mail-workers.ts'

it('no queued mail is lost when workers are killed, and sends none under a second Message-ID', async () => {
  await mailsSurviveKilledWorkers({ mails: 120, kills: 1 })
})
