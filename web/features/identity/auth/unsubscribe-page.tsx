import { Button } from '@mantine/core'
import IconLinkOff from '@tabler/icons-react/dist/esm/icons/IconLinkOff.mjs'
import IconMail from '@tabler/icons-react/dist/esm/icons/IconMail.mjs'
import IconMailOff from '@tabler/icons-react/dist/esm/icons/IconMailOff.mjs'
import { useMutation } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { setSubscription, showSubscription } from '#contract/branding/mail-bounces.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { call, errorMessage } from '../../../lib/api.ts'
import { usePageTitle } from '../../../lib/page-title.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Outcome } from './outcome.tsx'

const KINDS: Record<string, string> = { report: 'reports and summaries', news: 'news' }

/** Shows what a link unsubscribes from; only the button does it, so that link scanners cannot. */
export function UnsubscribePage() {
  usePageTitle('Unsubscribe')
  const token = useRouterState({ select: (state) => state.location.hash }).replace(/^#/, '')
  const params = { token: token || '-' }
  const found = useEndpoint(showSubscription, { params })
  const change = useMutation({
    // Shown instead: the page itself
    mutationFn: (subscribed: boolean) => call(setSubscription, { params, body: { subscribed }, quiet: true }),
    onSuccess: () => void found.refetch(),
  })
  if (found.isPending) return null
  const data = found.data?.data
  if (!data)
    return (
      <Outcome icon={IconLinkOff} title="This link doesn’t work">
        Copy the whole link from the email and try again.
      </Outcome>
    )
  const { address, category, subscribed } = data
  const kind = KINDS[category] ?? 'these emails'
  return (
    <Outcome
      key={String(subscribed)}
      icon={subscribed ? IconMail : IconMailOff}
      title={subscribed ? `Stop getting ${kind}?` : 'You’re unsubscribed'}
      action={
        <Button
          fullWidth
          size="sm"
          variant={subscribed ? 'filled' : 'default'}
          loading={change.isPending}
          onClick={() => change.mutate(!subscribed)}
        >
          {subscribed ? 'Unsubscribe' : 'Subscribe again'}
        </Button>
      }
    >
      {subscribed
        ? `${address} will no longer get ${kind}. Emails about your account’s security and billing still arrive.`
        : `${address} no longer gets ${kind}.`}
      {change.isError && <Notice tone="danger">{errorMessage(change.error)}</Notice>}
    </Outcome>
  )
}
