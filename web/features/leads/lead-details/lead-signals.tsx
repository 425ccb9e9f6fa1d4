import { Box } from '@mantine/core'
import type { LeadDetail } from '#contract/leads/leads.ts'
import {
  appliesTo,
  describeReason,
  type Service,
  type ServiceSignal,
  services,
} from '#contract/leads/services.ts'
import { SIGNALS, type SignalDefinition } from '#contract/leads/signals.ts'
import { formatDay } from '#web/lib/format.ts'
import { pageHref, pageLabel } from '#web/lib/sighting-labels.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { Hint } from '#web/ui/hint.tsx'
import { Pending } from '#web/ui/pending.tsx'
import classes from './lead-values.module.css'

/** What is worth a line: a lack, or a fact such as the technology. */
function isShown({ id, kind }: SignalDefinition, { values }: LeadDetail): boolean {
  if (kind === 'yes-no') return values[id] === 'yes'
  return values[id] !== undefined && values[id] !== 0
}

/** A fact itself, and the meaning of what only happened or not; the day of that stands beside its evidence. */
function describeSignal({ id, kind, group, reason }: SignalDefinition, { values }: LeadDetail): string {
  if (kind === 'yes-no' || group === 'Business') return reason
  return kind === 'date' ? formatDay(String(values[id])) : String(values[id])
}

interface SignalProps {
  signal: SignalDefinition
  /** What it means; the value itself for a fact. */
  means: string
  lead: LeadDetail
}

/** One signal: what it means, and the page and words that show it. */
function Signal({ signal: { id, label }, means, lead }: SignalProps) {
  const { url = null, text, observed_at: at = null } = lead.provenance[id] ?? {}
  const href = url ? pageHref(url) : null
  return (
    <div className={classes.value}>
      <Box component="dt" py={4} lh="20px">
        {label}
      </Box>
      <dd className={classes.words}>
        <Box component="span" py={4}>
          {means}
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

interface SignalGroup {
  title: string
  signals: Omit<SignalProps, 'lead'>[]
}

const definitions: readonly SignalDefinition[] = SIGNALS
const ofReason = (reason: ServiceSignal): SignalGroup['signals'] =>
  definitions
    .filter(({ id }) => id === reason.signal)
    .map((signal) => ({ signal, means: describeReason(reason) }))

/** The signals of a lead by the services that they are a reason for, then all others. */
function groupSignals(lead: LeadDetail, all: readonly Service[]): SignalGroup[] {
  const today = new Date().toISOString().slice(0, 10)
  const groups = all.map(({ name, signals }) => ({
    title: `Why ${name}`,
    reasons: signals.filter((reason) => appliesTo(reason, lead.values[reason.signal], today)),
  }))
  const named = new Set<string>(groups.flatMap(({ reasons }) => reasons.map(({ signal }) => signal)))
  const others = definitions
    .filter((signal) => !named.has(signal.id) && isShown(signal, lead))
    .map((signal) => ({ signal, means: describeSignal(signal, lead) }))
  const byService = groups.map(({ title, reasons }) => ({ title, signals: reasons.flatMap(ofReason) }))
  const title = named.size > 0 ? 'Other signals' : 'Signals'
  return [...byService, { title, signals: others }].filter(({ signals }) => signals.length > 0)
}

/** Why this lead may need something, each with its evidence. Nothing for a lead whose website was not checked. */
export function LeadSignals({ lead, level }: { lead: LeadDetail; level: 3 | 4 }) {
  const isChecked = definitions.some(({ id }) => lead.values[id] !== undefined)
  const found = useEndpoint(services, {}, { enabled: isChecked })
  const Heading = `h${level}` as const
  if (!isChecked) return null
  if (found.isPending) return <Pending />
  return groupSignals(lead, found.data?.data ?? []).map(({ title, signals }) => (
    <section key={title}>
      <Heading className={classes.heading}>{title}</Heading>
      <dl>
        {signals.map((shown) => (
          <Signal key={`${shown.signal.id} ${shown.means}`} {...shown} lead={lead} />
        ))}
      </dl>
    </section>
  ))
}
