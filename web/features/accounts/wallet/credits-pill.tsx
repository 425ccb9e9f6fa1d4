import { Popover, UnstyledButton } from '@mantine/core'
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import IconCoins from '@tabler/icons-react/dist/esm/icons/IconCoins.mjs'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { userLimits } from '#contract/accounts/wallet.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { setCreditPrices } from '#web/lib/credit-prices.ts'
import { Tip } from '#web/ui/tip.tsx'
import { shell } from '../../../lib/endpoints.ts'
import { formatNumber } from '../../../lib/format.ts'
import { endpointQuery } from '../../../lib/query-client.ts'
import { can, useUser } from '../../../lib/session.ts'
import { capLabel } from './cap-labels.ts'
import classes from './credits-pill.module.css'

const LINES = [
  ['available', 'Available'],
  ['reserved', 'Reserved for runs'],
  ['spent_this_month', 'Spent this month'],
  ['spent', 'Spent in total'],
] as const

type Limits = Reply<typeof userLimits>['data']

/** What the pill shows and says: the account's credits, or, without access to the wallet, what is left of the own limit. */
function pillOf({ available, reserved, low_balance: low, cap }: Limits) {
  const held = reserved ?? 0
  const own = cap ? `${capLabel(cap)}` : ''
  if (available === null) return cap && { shown: cap.left, held: 0, words: `Credits: ${own}` }
  const rest = [held > 0 ? `, ${formatNumber(held)} reserved` : '', low ? ', low balance' : '']
  const words = `Credits: ${formatNumber(available)} available${rest.join('')}${own ? `. ${own}` : ''}`
  return { shown: available, held, words }
}

/** The account's credits in the top bar: available and reserved, with the usage one click away. */
export function CreditsPill() {
  const user = useUser()
  const [open, setOpen] = useState(false)
  const limits = useQuery(endpointQuery(shell.userLimits)).data?.data
  useEffect(() => setCreditPrices(limits?.prices ?? {}), [limits])
  if (!limits) return <span className={classes.pending} aria-hidden />
  const { cap } = limits
  const pill = pillOf(limits)
  if (!pill) return null
  const used = cap && cap.left === 0
  const low = limits.low_balance || used === true
  const Icon = low ? IconAlertTriangle : IconCoins
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-end" width={240} trapFocus returnFocus>
      <Popover.Target>
        <Tip label={cap && capLabel(cap)} disabled={!cap || open} position="bottom">
          <UnstyledButton
            className={classes.pill}
            data-low={low || undefined}
            aria-label={pill.words}
            onClick={() => setOpen(!open)}
          >
            <Icon size={16} stroke={1.6} aria-hidden />
            <span>{formatNumber(pill.shown)}</span>
            {pill.held > 0 && <span className={classes.reserved}>/ {formatNumber(pill.held)}</span>}
          </UnstyledButton>
        </Tip>
      </Popover.Target>
      <Popover.Dropdown aria-label="Credits" p={0}>
        <dl className={classes.lines}>
          {LINES.map(([key, label]) => {
            const value = limits[key]
            return (
              value !== null && (
                <div key={key}>
                  <dt>{label}</dt>
                  <dd>{formatNumber(value)}</dd>
                </div>
              )
            )
          })}
          {cap && (
            <div>
              <dt>Your limit this month</dt>
              <dd>{`${formatNumber(cap.spent)} of ${formatNumber(cap.monthly)}`}</dd>
            </div>
          )}
        </dl>
        {limits.low_balance && <p className={classes.note}>The balance is low.</p>}
        {used && <p className={classes.note}>You’ve used up this month’s limit.</p>}
        {can(user, 'use_wallet') && (
          <Link to="/wallet" className={classes.link} onClick={() => setOpen(false)}>
            See all transactions
          </Link>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
