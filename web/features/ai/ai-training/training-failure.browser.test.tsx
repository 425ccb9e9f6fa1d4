import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ApiError } from '#web/lib/api-error.ts'
import { UNREACHABLE } from '#web/lib/chunk-reload.ts'
import { show } from '#web/testing/show.tsx'
import { TrainingFailure, tryChange } from './training-failure.tsx'

test('a change that fails is shown at the head of the tab, until the next one works', async () => {
  await show(<TrainingFailure />)
  await tryChange(async () => {
    throw new ApiError({ code: 'network', status: 0, message: UNREACHABLE })
  })
  await expect.element(page.getByText(UNREACHABLE)).toBeVisible()
  await tryChange(async () => {})
  await expect.element(page.getByText(UNREACHABLE)).not.toBeInTheDocument()
})
