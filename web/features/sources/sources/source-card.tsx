import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type LeadSourceEntry, testSourceKey } from '#contract/sources/lead-sources.ts'
import { call } from '#web/lib/api.ts'
import { formatNumber } from '#web/lib/format.ts'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { When } from '#web/ui/when.tsx'
import classes from '../../../ui/integration.module.css'
import { addsLabels, costLabel, levelLabel, limitLabel, stateLook, usedLabel } from './source-labels.ts'

export interface CardEvents {
  onConnect: (source: LeadSourceEntry) => void
  onDisconnect: (source: LeadSourceEntry) => void
}

function OwnKey({ own }: { own: NonNullable<LeadSourceEntry['own_key']> }) {
  return (
    <div className={classes.key}>
      <p>
        Your key {own.hint && <code>{`••••${own.hint}`}</code>}, added <When at={own.since} />
      </p>
      <p className={classes.dimmed}>
        {own.tested_at ? (
          <>
            Tested <When at={own.tested_at} />
          </>
        ) : (
          'Not tested yet'
        )}
        {own.plan && `, plan ${own.plan}`}
        {own.left !== null && `, ${formatNumber(own.left)} left with the vendor`}
        {`. ${usedLabel(own)}`}
      </p>
      {own.problem && <p className={classes.reason}>{own.problem}</p>}
    </div>
  )
}

function KeyButtons({ source, onConnect, onDisconnect }: { source: LeadSourceEntry } & CardEvents) {
  const { id, label, own_key: own } = source
  const test = useMutation({ mutationFn: () => call(testSourceKey, { params: { id } }) })
  if (!own) {
    const words =
      source.key_level !== 'none' ? 'Use your own key for' : source.needs_key ? 'Connect' : 'Add a key for'
    return (
      <div className={classes.buttons}>
        <Button variant="default" aria-label={`${words} ${label}`} onClick={() => onConnect(source)}>
          {words.replace(/ for$/, '')}
        </Button>
      </div>
    )
  }
  return (
    <div className={classes.buttons}>
      <Button
        variant="default"
        aria-label={`Test the key for ${label}`}
        loading={test.isPending}
        onClick={() => test.mutate()}
      >
        Test
      </Button>
      <Button variant="default" aria-label={`Replace the key for ${label}`} onClick={() => onConnect(source)}>
        Replace
      </Button>
      <Button
        variant="subtle"
        color="red"
        aria-label={`Disconnect ${label}`}
        onClick={() => onDisconnect(source)}
      >
        Disconnect
      </Button>
    </div>
  )
}

/** A source: what it adds, what it costs, what may be done with its data, and its key. */
export function SourceCard({
  source,
  canChange,
  ...events
}: { source: LeadSourceEntry; canChange: boolean } & CardEvents) {
  const { label, own_key: own, reason, terms, vendor_price } = source
  const facts = [...limitLabel(source), ...(vendor_price ? [`The vendor charges ${vendor_price}`] : [])]
  const level = levelLabel(source)
  return (
    <li className={classes.card}>
      <div className={classes.top}>
        <h3>{label}</h3>
        <StateBadge {...stateLook(source)} />
      </div>
      {source.state !== 'needs_key' && reason && <p className={classes.reason}>{reason}</p>}
      {addsLabels(source).map((words) => (
        <p key={words}>{words}</p>
      ))}
      <p>{costLabel(source)}</p>
      {facts.length > 0 && <p className={classes.dimmed}>{`${facts.join('. ')}.`}</p>}
      <p className={classes.dimmed}>
        {terms.text}{' '}
        {terms.url && (
          <a
            className={classes.link}
            href={terms.url}
            target="_blank"
            rel="noreferrer"
            aria-label={`Terms of ${label}`}
          >
            Terms
          </a>
        )}
      </p>
      {level && <p className={classes.dimmed}>{level}</p>}
      {own && <OwnKey own={own} />}
      {canChange && source.form.length > 0 && <KeyButtons source={source} {...events} />}
    </li>
  )
}
