import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { errorMessage } from '#web/lib/api.ts'
import { UNREACHABLE } from '#web/lib/chunk-reload.ts'
import { show } from '#web/testing/show.tsx'
import { ResendLine } from './resend-line.tsx'

function Step({ onResend }: { onResend: () => Promise<void> }) {
  const [failure, setFailure] = useState<unknown>()
  return (
    <>
      {failure !== undefined && <p role="alert">{errorMessage(failure)}</p>}
      <ResendLine sentAt={0} onResend={onResend} onFailure={setFailure} />
    </>
  )
}

test('a code that could not be sent is reported, and can be requested again', async () => {
  const onResend = vi.fn().mockRejectedValueOnce(new Error(UNREACHABLE)).mockResolvedValue(undefined)
  await show(<Step onResend={onResend} />)
  const send = page.getByRole('button', { name: 'Send a new code' })
  await send.click()
  await expect.element(page.getByRole('alert')).toHaveTextContent(UNREACHABLE)
  await send.click()
  await expect.element(page.getByText('A new code is on its way.')).toBeVisible()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})
