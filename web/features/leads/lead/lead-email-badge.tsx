import { Skeleton } from '@mantine/core'
import type { Lead } from '#contract/leads.ts'
import { formatDay } from '#web/lib/format.ts'
import { parseListRef } from '#web/lib/list-ref.ts'
import { methodPhrase, pageHref, pageWords } from '#web/lib/sighting-labels.ts'
import { EmailBadge } from '#web/ui/email-badge.tsx'
import { EmailState } from '#web/ui/email-state.tsx'
import { type ListTarget, useLeadDetail } from '../use-leads.ts'
import classes from './lead-email-badge.module.css'

type Addressed = Pick<Lead, 'id' | 'list_id' | 'type' | 'values' | 'email_state' | 'is_sample'>

/** The page that a lead's address was found on, and in which form it stands there. */
function EmailOrigin({ target, leadId }: { target: ListTarget; leadId: number }) {
  const detail = useLeadDetail(target, leadId)
  const origin = detail.data?.data.provenance.email
  if (detail.isPending) return <Skeleton height={10} my={4} width="80%" />
  if (!origin) return <span className={classes.quiet}>Where it comes from is not known.</span>
  const href = origin.url ? pageHref(origin.url) : null
  const facts = [
    `Found as ${methodPhrase(origin.method)}`,
    origin.observed_at ? formatDay(origin.observed_at) : null,
    `${Math.round(origin.confidence * 100)}% sure`,
  ]
  return (
    <>
      {href && origin.url ? (
        <a href={href} target="_blank" rel="noopener noreferrer" className={classes.source}>
          {pageWords(origin.url)}
        </a>
      ) : (
        <span>{origin.source}</span>
      )}
      <span className={classes.origin}>{facts.filter((fact) => fact).join(' · ')}</span>
    </>
  )
}

interface LeadEmailBadgeProps {
  lead: Addressed
  /** In a grid: reached by pointer, or from the open lead by keyboard, not by Tab. */
  plain?: boolean | undefined
}

/** State of a lead's address, with its evidence behind it; invented leads and leads without an address have none. */
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
      {...(plain ? { tabIndex: -1 } : {})}
    />
  )
}
