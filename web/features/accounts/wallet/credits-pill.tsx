import { Box, Group, Popover, Text, UnstyledButton } from '@mantine/core'
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import IconCoins from '@tabler/icons-react/dist/esm/icons/IconCoins.mjs'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { userLimits } from '#contract/accounts/wallet.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { setCreditPrices } from '#web/lib/credit-prices.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { SumLine } from '#web/ui/facts.tsx'
import { Tip } from '#web/ui/tip.tsx'
import { shell } from '../../../lib/endpoints.ts'
import { formatNumber } from '../../../lib/format.ts'
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

const FOOT = { borderTop: 'var(--app-line)', textDecoration: 'none' }

/** Contents of the pill: the account's credits, or, without wallet access, the rest of the person's limit. */
function makePill({ available, reserved, low_balance: low, cap }: Limits) {
  const held = reserved ?? 0
  const own = cap ? `${capLabel(cap)}` : ''
  if (available === null) return cap && { shown: cap.left, held: 0, text: `Credits: ${own}` }
  const rest = [held > 0 ? `, ${formatNumber(held)} reserved` : '', low ? ', low balance' : '']
  const text = `Credits: ${formatNumber(available)} available${rest.join('')}${own ? `. ${own}` : ''}`
  return { shown: available, held, text }
}

/** The account's credits in the top bar: available and reserved, with the usage one click away. */
export function CreditsPill() {
  const user = useUser()
  const [open, setOpen] = useState(false)
  const limits = useEndpoint(shell.userLimits).data?.data
  useEffect(() => setCreditPrices(limits?.prices ?? {}), [limits])
  if (!limits) return <span className={classes.pending} aria-hidden />
  const { cap } = limits
  const pill = makePill(limits)
  if (!pill) return null
  const used = cap && cap.left === 0
  const low = limits.low_balance || used === true
  const Icon = low ? IconAlertTriangle : IconCoins
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-end" width={240} trapFocus returnFocus>
      <Popover.Target>
        <Tip label={cap && capLabel(cap)} disabled={!cap || open} position="bottom">
          <UnstyledButton
            className={`hoverable ${classes.pill}`}
            data-low={low || undefined}
            aria-label={pill.text}
            onClick={() => setOpen(!open)}
          >
            <Icon size={16} stroke={1.6} aria-hidden />
            <span>{formatNumber(pill.shown)}</span>
            {pill.held > 0 && <span className={classes.reserved}>/ {formatNumber(pill.held)}</span>}
          </UnstyledButton>
        </Tip>
      </Popover.Target>
      <Popover.Dropdown aria-label="Credits" p={0}>
        <Box component="dl" py="xs" px={14} className="numeric">
          {LINES.map(([key, label]) => {
            const value = limits[key]
            return (
              value !== null && (
                <SumLine key={key} label={label}>
                  {formatNumber(value)}
                </SumLine>
              )
            )
          })}
          {cap && (
            <Group align="stretch" justify="space-between" wrap="nowrap" gap={0} py={3}>
              <dt>Your limit this month</dt>
              <dd className="numeric">{`${formatNumber(cap.spent)} of ${formatNumber(cap.monthly)}`}</dd>
            </Group>
          )}
        </Box>
        {limits.low_balance && (
          <Text pb="xs" px={14} c="var(--app-warning)">
            The balance is low.
          </Text>
        )}
        {used && (
          <Text pb="xs" px={14} c="var(--app-warning)">
            You’ve used up this month’s limit.
          </Text>
        )}
        {can(user, 'use_wallet') && (
          <Box
            component={Link}
            to="/wallet"
            display="block"
            py="xs"
            px={14}
            className="hoverable"
            style={FOOT}
            onClick={() => setOpen(false)}
          >
            See all transactions
          </Box>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
