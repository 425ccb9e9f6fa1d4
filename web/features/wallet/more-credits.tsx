import { Anchor, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { walletPlan } from '#contract/wallet.ts'
import { useBrand } from '#web/lib/branding.ts'
import { formatCredits } from '#web/lib/format.ts'
import { endpointQuery } from '#web/lib/query-client.ts'
import classes from './wallet-page.module.css'

function Ask() {
  const { name, support_email: support } = useBrand()
  if (!support) return `To get more, ask the administrator of ${name}.`
  return (
    <>
      {'To get more, write to '}
      <Anchor href={`mailto:${support}?subject=Credits`}>{support}</Anchor>.
    </>
  )
}

/** When credits come next, and whom to ask for more: what is known of it, and no promise. */
export function MoreCredits() {
  const plan = useQuery(endpointQuery(walletPlan)).data?.data
  const came = plan && plan.credits > 0 ? ` It came with ${formatCredits(plan.credits)} at the start.` : ''
  return (
    <section className={classes.section} aria-label="More credits">
      <h2>More credits</h2>
      {plan ? (
        <p>
          {plan.name === null
            ? 'You have no plan, so no credits are added on a schedule.'
            : `Your plan, ${plan.name}, adds no credits on a schedule.${came}`}{' '}
          <Ask />
        </p>
      ) : (
        <Skeleton height={12} width="60%" my={6} />
      )}
    </section>
  )
}
