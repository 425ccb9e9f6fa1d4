import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { shell } from '#web/lib/endpoints.ts'
import { fakeServer, pageOf } from '#web/testing/fake-server.ts'
import { show } from '#web/testing/show.tsx'
import { ReviewCount } from './review-count.tsx'

test('texts that wait for review are counted', async () => {
  const server = fakeServer().answer(shell.aiTexts, { ...pageOf([]), total: 12 } as never)
  await show(<ReviewCount />)
  await expect.element(page.getByText(', 12 texts to review')).toBeInTheDocument()
  expect(server.sentTo(shell.aiTexts)[0]?.query).toMatchObject({ review: 'open', state: 'written' })
})
