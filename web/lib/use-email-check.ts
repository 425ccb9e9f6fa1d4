import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Reply } from '#contract/core/endpoint.ts'
import { showVerification, verifyEmail } from '#contract/prospecting/email-verification.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { ApiError, call } from './api.ts'
import { makeKey } from './query-client.ts'

type Shown = Reply<typeof showVerification>

/** What is known about an address, and a function to check it again. `missing`: it was never checked. */
export function useEmailCheck(email: string) {
  const client = useQueryClient()
  const input = { params: { email } }
  const stored = useEndpoint(showVerification, input, { enabled: email !== '' })
  const check = useMutation({
    // Shown instead: the address's new state
    mutationFn: () => call(verifyEmail, { body: { email, fresh: true }, quiet: true }),
    onSuccess: ({ data }) => {
      client.setQueryData<Shown>(makeKey(showVerification, input), { data })
    },
  })
  const missing = stored.error instanceof ApiError && stored.error.code === 'not_found'
  return { stored, missing, check }
}
