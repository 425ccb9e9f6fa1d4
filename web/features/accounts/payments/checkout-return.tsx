import { Box, type BoxProps } from '@mantine/core'
import { useEffect } from 'react'
import { checkoutState } from '#contract/accounts/checkout.ts'
import { markChanged } from '#web/lib/freshness.ts'
import { freeText, oneOf, pageSearch } from '#web/lib/page-search.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { usePageSearch } from '#web/lib/use-page-search.ts'
import { Notice } from '#web/ui/notice.tsx'

const POLL_MS = 3000

/** Query parameters that the payment page adds to the return URL. */
export const checkoutSearch = pageSearch({
  checkout: oneOf(['success', 'cancelled'] as const, null),
  session: freeText(300),
})

/** Polls until the payment has arrived, then refetches what it paid for. */
function useArrival({ checkout, session }: ReturnType<typeof checkoutSearch.read>): boolean {
  const found = useEndpoint(
    checkoutState,
    { params: { session } },
    {
      enabled: checkout === 'success' && session !== '',
      refetchInterval: ({ state }) => (state.data?.data.state === 'waiting' ? POLL_MS : false),
    },
  )
  const isPaid = found.data?.data.state === 'paid'
  useEffect(() => {
    if (isPaid) void markChanged(['payments', 'wallet', 'me', 'packages'])
  }, [isPaid])
  return isPaid
}

/** Whether the page was opened by the payment page: paid for, or waiting for the payment. */
export function useCheckoutVisit() {
  const [visit] = usePageSearch(checkoutSearch)
  const isPaid = useArrival(visit)
  const isDone = visit.checkout === 'success'
  return { isCancelled: visit.checkout === 'cancelled', isDone, isPaid, isWaiting: isDone && !isPaid }
}

/** Return of the payment page: paid, waiting for the payment, or cancelled. */
export function CheckoutNotice({ children, ...box }: { children: string } & BoxProps) {
  const { isCancelled, isDone, isPaid } = useCheckoutVisit()
  if (!isCancelled && !isDone) return null
  return (
    <Box p="md" {...box}>
      {isCancelled ? (
        <Notice tone="warning" title="Payment cancelled" focus>
          You haven’t been charged.
        </Notice>
      ) : isPaid ? (
        <Notice tone="success" title="Payment received" focus>
          {children}
        </Notice>
      ) : (
        <Notice tone="warning" title="Waiting for your payment">
          Card payments take a few seconds, bank payments up to a few days. You can leave this page.
        </Notice>
      )}
    </Box>
  )
}
