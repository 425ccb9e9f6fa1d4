import { useNavigate } from '@tanstack/react-router'
import { connectStripe } from '#contract/accounts/payments.ts'
import { call } from '#web/lib/api.ts'
import { useConsentReturn } from '#web/lib/use-consent-return.ts'
import { Notice } from '#web/ui/notice.tsx'
import { PageBody } from '#web/ui/page-body.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import { ButtonLink } from '../../../ui/links.tsx'

/** Return address of Stripe: completes the connection, once. */
export function StripeCallbackPage() {
  const navigate = useNavigate()
  const problem = useConsentReturn({
    finish: (body) => call(connectStripe, { body, quiet: 'errors' }),
    onDone: () => void navigate({ to: '/whitelabel/stripe', replace: true }),
    refused: 'Stripe wasn’t connected because access wasn’t granted',
  })
  return (
    <>
      <PageHeader title="Connecting Stripe" />
      <PageBody maw={760}>
        {problem === null ? (
          <SkeletonRows rows={1} height={80} label="Connecting Stripe" />
        ) : (
          <>
            <Notice tone="danger" title="Stripe isn’t connected">
              {problem}
            </Notice>
            <ButtonLink mt="md" to="/whitelabel/stripe">
              Back to Stripe
            </ButtonLink>
          </>
        )}
      </PageBody>
    </>
  )
}
