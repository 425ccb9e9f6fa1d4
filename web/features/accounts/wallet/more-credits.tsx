import { Anchor, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { walletPlan } from '#contract/accounts/wallet.ts'
import { formatCredits } from '#web/lib/format.ts'
import { endpointQuery } from '#web/lib/query-client.ts'
import classes from './wallet-page.module.css'

const confirm = (
  <>
    {'To get more, '}
    <Anchor component={Link} to="/billing-portal" inherit underline="always">
      ask in the billing portal
    </Anchor>
    .
  </>
)

/** When the next credits come, and whom to ask for more, as far as known. */
export function MoreCredits() {
  const plan = useQuery(endpointQuery(walletPlan)).data?.data
  const initialCredits =
    plan && plan.credits > 0 ? ` It came with ${formatCredits(plan.credits)} at the start.` : ''
  return (
    <section className={classes.section} aria-label="More credits">
      <h2>More credits</h2>
      {plan ? (
        <p>
          {plan.name === null
            ? 'You have no plan, so credits aren’t added automatically.'
            : `Your plan, ${plan.name}, doesn’t add credits automatically.${initialCredits}`}{' '}
          {confirm}
        </p>
      ) : (
        <Skeleton height={12} width="60%" my={6} />
      )}
    </section>
  )
}
