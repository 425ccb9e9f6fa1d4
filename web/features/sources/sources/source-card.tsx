import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type LeadSourceEntry, testSourceKey } from '#contract/sources/lead-sources.ts'
import { call } from '#web/lib/api.ts'
import { formatNumber } from '#web/lib/format.ts'
import { Card } from '#web/ui/card.tsx'
import { Hint } from '#web/ui/hint.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { When } from '#web/ui/when.tsx'
import {
  addsLabels,
  costLabel,
  levelLabel,
  limitLabel,
  stateBadge,
  usedLabel,
  vendorPriceLabel,
} from './source-labels.ts'

export interface CardEvents {
  onConnect: (source: LeadSourceEntry) => void
  onDisconnect: (source: LeadSourceEntry) => void
}

function OwnKey({ own }: { own: NonNullable<LeadSourceEntry['own_key']> }) {
  return (
    <Stack gap={2} pt="xs" style={{ borderTop: 'var(--app-line)' }}>
      <p>
        Your key {own.hint && <code>{`••••${own.hint}`}</code>}, added <When at={own.since} />
      </p>
      <Hint>
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
      </Hint>
      {own.problem && (
        <Text c="var(--app-warning)" fz="xs" lh="18px">
          {own.problem}
        </Text>
      )}
    </Stack>
  )
}

function KeyButtons({ source, onConnect, onDisconnect }: { source: LeadSourceEntry } & CardEvents) {
  const { id, label, own_key: own } = source
  const test = useMutation({ mutationFn: () => call(testSourceKey, { params: { id } }) })
  if (!own) {
    const labels =
      source.key_level !== 'none' ? 'Use your own key for' : source.needs_key ? 'Connect' : 'Add a key for'
    return (
      <Group gap="xs" mt="auto" pt={4}>
        <Button variant="default" aria-label={`${labels} ${label}`} onClick={() => onConnect(source)}>
          {labels.replace(/ for$/, '')}
        </Button>
      </Group>
    )
  }
  return (
    <Group gap="xs" mt="auto" pt={4}>
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
    </Group>
  )
}

/** A source: what it adds, its price, its terms, and its key. */
export function SourceCard({
  source,
  canChange,
  ...events
}: { source: LeadSourceEntry; canChange: boolean } & CardEvents) {
  const { label, own_key: own, reason, terms, vendor_price } = source
  const facts = [...limitLabel(source), ...(vendor_price ? [vendorPriceLabel(vendor_price)] : [])]
  const level = levelLabel(source)
  return (
    <Card component="li" gap="xs">
      <Group align="baseline" justify="space-between" gap="4px 12px">
        <Title order={3} miw={0}>
          {label}
        </Title>
        <StateBadge {...stateBadge(source)} />
      </Group>
      {source.state !== 'needs_key' && reason && (
        <Text c="var(--app-warning)" fz="xs" lh="18px">
          {reason}
        </Text>
      )}
      {addsLabels(source).map((labels) => (
        <p key={labels}>{labels}</p>
      ))}
      <p>{costLabel(source)}</p>
      {facts.length > 0 && <Hint>{`${facts.join('. ')}.`}</Hint>}
      <Hint>
        {terms.text}{' '}
        {terms.url && (
          <a href={terms.url} target="_blank" rel="noreferrer" aria-label={`Terms of ${label}`}>
            Terms
          </a>
        )}
      </Hint>
      {level && <Hint>{level}</Hint>}
      {own && <OwnKey own={own} />}
      {canChange && source.form.length > 0 && <KeyButtons source={source} {...events} />}
    </Card>
  )
}
