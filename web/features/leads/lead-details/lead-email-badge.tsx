import { Skeleton, Text } from '@mantine/core'
import type { Lead } from '#contract/leads/leads.ts'
import { formatDay } from '#web/lib/format.ts'
import { parseListRef } from '#web/lib/list-ref.ts'
import { methodPhrase, pageHref, pageLabel } from '#web/lib/sighting-labels.ts'
import { EmailBadge } from '#web/ui/email-badge.tsx'
import { EmailState } from '#web/ui/email-state.tsx'
import { Hint } from '#web/ui/hint.tsx'
import { type ListTarget, useLeadDetail } from '../lead-data/use-leads.ts'
import classes from './lead-email-badge.module.css'
import { vouchedLabel } from './value-origins.ts'

type Addressed = Pick<Lead, 'id' | 'list_id' | 'type' | 'values' | 'email_state' | 'is_sample'>

/** The page of a lead's address, and the form it was found in. */
function EmailOrigin({ target, leadId }: { target: ListTarget; leadId: number }) {
  const detail = useLeadDetail(target, leadId)
  const origin = detail.data?.data.provenance.email
  if (detail.isPending) return <Skeleton height={10} my={4} width="80%" />
  if (!origin)
    return (
      <Text component="span" c="dimmed">
        Source unknown.
      </Text>
    )
  const href = origin.url ? pageHref(origin.url) : null
  const facts = [
    `Found in ${methodPhrase(origin.method)}`,
    origin.observed_at ? formatDay(origin.observed_at) : null,
    `${Math.round(origin.confidence * 100)}% confidence`,
  ]
  return (
    <>
      {href && origin.url ? (
        <a href={href} target="_blank" rel="noopener noreferrer" className={classes.source}>
          {pageLabel(origin.url)}
        </a>
      ) : (
        <span>{origin.source}</span>
      )}
      <Hint component="span" display="block">
        {facts.filter((fact) => fact).join(' · ')}
      </Hint>
    </>
  )
}

/** Who confirmed the state of an address and when, for one we have not checked. */
function StateOrigin({ target, leadId, state }: { target: ListTarget; leadId: number; state: string }) {
  const detail = useLeadDetail(target, leadId)
  const origin = detail.data?.data.provenance.email_state
  if (detail.isPending) return <Skeleton height={10} my={4} width="80%" />
  return <p>{vouchedLabel(origin, state)}</p>
}

interface LeadEmailBadgeProps {
  lead: Addressed
  /** In a grid: reached by pointer, or from the open lead by keyboard, not by Tab. */
  plain?: boolean
}

/** State of a lead's address with its evidence; none for sample leads and leads without an address. */
export function LeadEmailBadge({ lead, plain }: LeadEmailBadgeProps) {
  const { email, email_kind } = lead.values
  const target = parseListRef(`${lead.type}-${lead.list_id}`)
  if (typeof email !== 'string' || email === '' || lead.is_sample || !target) {
    return <EmailState state={lead.email_state} />
  }
  return (
    <EmailBadge
      email={email}
      state={lead.email_state}
      kind={typeof email_kind === 'string' ? email_kind : undefined}
      origin={() => <EmailOrigin target={target} leadId={lead.id} />}
      vouched={
        lead.email_state === null
          ? undefined
          : () => <StateOrigin target={target} leadId={lead.id} state={lead.email_state as string} />
      }
      {...(plain ? { tabIndex: -1 } : {})}
    />
  )
}
