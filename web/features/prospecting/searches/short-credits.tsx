import { Button, Group } from '@mantine/core'
import { userLimits } from '#contract/accounts/wallet.ts'
import { formatCount, formatCredits, formatNumber } from '#web/lib/format.ts'
import { useCan } from '#web/lib/session.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { Hint } from '#web/ui/hint.tsx'
import { ButtonLink } from '../../../ui/links.tsx'
import classes from './quote-panel.module.css'
import type { SearchDraft } from './search-draft.ts'

/** What a person without the wallet may spend, and who can change it. */
function OwnLimit() {
  const cap = useEndpoint(userLimits).data?.data.cap
  if (cap === undefined) return null
  return (
    <Hint>
      {cap
        ? `You can spend ${formatCredits(cap.left)} more this month, of ${formatNumber(cap.monthly)}. An owner of your account can raise this limit.`
        : 'Ask an owner of your account for more credits.'}
    </Hint>
  )
}

interface ShortCreditsProps {
  draft: SearchDraft
  onChange: (draft: SearchDraft) => void
  /** Leads the wallet can pay for. */
  affordable: number
  /** Matches that are already in a list. */
  saved: number
}

/** The credits don't cover the search: fewer leads, only new ones, or more credits. */
export function ShortCredits({ draft, onChange, affordable, saved }: ShortCreditsProps) {
  const mayBuy = useCan('use_wallet')
  return (
    <div className={classes.short} role="alert">
      <p>
        {affordable > 0
          ? `Your credits pay for ${formatCount(affordable, 'lead')}.`
          : 'You have no credits left for this search.'}
      </p>
      <Group gap="xs">
        {affordable > 0 && (
          <Button
            variant="default"
            size="compact-xs"
            onClick={() => onChange({ ...draft, limit: affordable })}
          >
            {`Limit to ${formatCount(affordable, 'lead')}`}
          </Button>
        )}
        {saved > 0 && !draft.onlyNew && (
          <Button variant="default" size="compact-xs" onClick={() => onChange({ ...draft, onlyNew: true })}>
            {`Skip ${formatCount(saved, 'lead')} you already have`}
          </Button>
        )}
        {mayBuy && (
          <ButtonLink to="/billing-portal" variant="default" size="compact-xs">
            Buy credits
          </ButtonLink>
        )}
      </Group>
      {!mayBuy && <OwnLimit />}
    </div>
  )
}
