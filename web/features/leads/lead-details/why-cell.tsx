import { Fragment } from 'react'
import type { Why } from '#contract/leads/leads.ts'
import { reasonKey } from '#contract/leads/reasons.ts'
import { pageHref } from '#web/lib/sighting-labels.ts'
import { reasonLabel } from '../services/reason-labels.ts'
import classes from './value-cell.module.css'

/** Why a lead may need a service: how many reasons apply, and the strongest with links to what shows them. */
export function WhyCell({ why }: { why: Why }) {
  if (why.count === 0) return <>–</>
  const all = why.reasons.map(({ reason }) => reason).join(' · ')
  return (
    <span title={all}>
      <b>{why.count}</b>
      {why.reasons.map(({ reason, evidence, ...asked }) => {
        const href = evidence.url ? pageHref(evidence.url) : null
        const { label } = reasonLabel(asked)
        return (
          <Fragment key={reasonKey(asked)}>
            {' · '}
            {href ? (
              // In a grid the arrow keys move: the links are reached from the open lead.
              <a
                href={href}
                target="_blank"
                rel="noopener noreferrer"
                className={classes.link}
                tabIndex={-1}
                title={evidence.text ? `${reason}: “${evidence.text}”` : reason}
              >
                {label}
              </a>
            ) : (
              label
            )}
          </Fragment>
        )
      })}
    </span>
  )
}
