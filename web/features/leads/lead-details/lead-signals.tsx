import { Box } from '@mantine/core'
import type { LeadDetail } from '#contract/leads/leads.ts'
import { SIGNALS, type SignalDefinition } from '#contract/leads/signals.ts'
import { formatDay } from '#web/lib/format.ts'
import { pageHref, pageLabel } from '#web/lib/sighting-labels.ts'
import { Hint } from '#web/ui/hint.tsx'
import classes from './lead-values.module.css'

/** What is worth a line: a lack, or a fact such as the technology. */
const isShown = ({ id, kind }: SignalDefinition, { values }: LeadDetail): boolean =>
  kind === 'yes-no' ? values[id] === 'yes' : values[id] !== undefined

/** One signal: what it means, and the page and words that show it. */
function Signal({ signal, lead }: { signal: SignalDefinition; lead: LeadDetail }) {
  const { id, label, kind, reason } = signal
  const { url = null, text, observed_at: at = null } = lead.provenance[id] ?? {}
  const href = url ? pageHref(url) : null
  return (
    <div className={classes.value}>
      <Box component="dt" py={4} lh="20px">
        {label}
      </Box>
      <dd className={classes.words}>
        <Box component="span" py={4}>
          {kind === 'yes-no' ? reason : lead.values[id]}
          <Hint component="span" display="block">
            {text && text !== url && `“${text}” `}
            {url && href && (
              <a href={href} target="_blank" rel="noopener noreferrer">
                {pageLabel(url)}
              </a>
            )}
            {at && ` ${formatDay(at)}`}
          </Hint>
        </Box>
      </dd>
    </div>
  )
}

/** Why this lead may need something, each with its evidence. Nothing for a lead whose website was not checked. */
export function LeadSignals({ lead, level }: { lead: LeadDetail; level: 3 | 4 }) {
  const shown = SIGNALS.filter((signal) => isShown(signal, lead))
  const Heading = `h${level}` as const
  if (shown.length === 0) return null
  return (
    <section>
      <Heading className={classes.heading}>Signals</Heading>
      <dl>
        {shown.map((signal) => (
          <Signal key={signal.id} signal={signal} lead={lead} />
        ))}
      </dl>
    </section>
  )
}
