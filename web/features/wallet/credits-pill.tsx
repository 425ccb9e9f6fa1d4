import { Popover, Tooltip, UnstyledButton } from '@mantine/core'
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import IconCoins from '@tabler/icons-react/dist/esm/icons/IconCoins.mjs'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { shell } from '../../lib/endpoints.ts'
import { formatNumber } from '../../lib/format.ts'
import { endpointQuery } from '../../lib/query-client.ts'
import { useUser } from '../../lib/session.ts'
import { capWords } from './cap-labels.ts'
import classes from './credits-pill.module.css'

const LINES = [
  ['available', 'Available'],
  ['reserved', 'Reserved for runs'],
  ['spent_this_month', 'Spent this month'],
  ['spent', 'Spent in all'],
] as const

/** The account's credits in the top bar: available and reserved, with the usage one click away. */
export function CreditsPill() {
  const user = useUser()
  const [open, setOpen] = useState(false)
  const limits = useQuery(endpointQuery(shell.userLimits)).data?.data
  if (!limits) return <span className={classes.pending} aria-hidden />
  const { cap } = limits
  const used = cap && cap.left === 0
  const low = limits.low_balance || used === true
  const Icon = low ? IconAlertTriangle : IconCoins
  const reserved = limits.reserved > 0 ? `, ${formatNumber(limits.reserved)} reserved` : ''
  const words = `Credits: ${formatNumber(limits.available)} available${reserved}${limits.low_balance ? ', low balance' : ''}${cap ? `. ${capWords(cap)}` : ''}`
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-end" width={240} trapFocus returnFocus>
      <Tooltip label={cap && capWords(cap)} disabled={!cap || open} position="bottom">
        <Popover.Target>
          <UnstyledButton
            className={classes.pill}
            data-low={low || undefined}
            aria-label={words}
            onClick={() => setOpen(!open)}
          >
            <Icon size={16} stroke={1.6} aria-hidden />
            <span>{formatNumber(limits.available)}</span>
            {limits.reserved > 0 && (
              <span className={classes.reserved}>/ {formatNumber(limits.reserved)}</span>
            )}
          </UnstyledButton>
        </Popover.Target>
      </Tooltip>
      <Popover.Dropdown aria-label="Credits" p={0}>
        <dl className={classes.lines}>
          {LINES.map(([key, label]) => (
            <div key={key}>
              <dt>{label}</dt>
              <dd>{formatNumber(limits[key])}</dd>
            </div>
          ))}
          {cap && (
            <div>
              <dt>Your limit this month</dt>
              <dd>{`${formatNumber(cap.spent)} of ${formatNumber(cap.monthly)}`}</dd>
            </div>
          )}
        </dl>
        {limits.low_balance && <p className={classes.note}>The balance is low.</p>}
        {used && <p className={classes.note}>Your limit of this month is used up.</p>}
        {(user.isMainUser || user.accessToWallet) && (
          <Link to="/wallet" className={classes.link} onClick={() => setOpen(false)}>
            See every movement
          </Link>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
