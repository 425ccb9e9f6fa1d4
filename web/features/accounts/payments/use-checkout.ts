import { useMutation } from '@tanstack/react-query'
import { buy } from '#contract/accounts/payments.ts'
import type { CallInput } from '#contract/core/endpoint.ts'
import { call } from '#web/lib/api.ts'

type Purchase = CallInput<typeof buy>['body']

/** Opens the page where the account pays for something. */
export const useCheckout = () =>
  useMutation({
    mutationFn: (body: Purchase) => call(buy, { body }),
    onSuccess: ({ data }) => window.location.assign(data.url),
  })
