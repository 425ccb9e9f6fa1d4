import { expect, it } from 'vitest'
import { mailsSurviveKilledWorkers } from '#server/testing/killed-mail-workers.ts'

/** Milliseconds; the whole test took four minutes on two busy cores. */
const LIMIT = 1_200_000

it('loses none of 10,000 mails when workers are killed', { timeout: LIMIT }, async () => {
  const { repeated } = await mailsSurviveKilledWorkers({ mails: 10_000, kills: 5, patience: LIMIT })
  console.info(`${repeated} mails arrived twice, with the same Message-ID`)
  expect(repeated).toBeLessThanOrEqual(20)
})
