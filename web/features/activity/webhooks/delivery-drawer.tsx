import { Box, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type Attempt, LOGGED_BYTES, resendDelivery, showDelivery } from '#contract/activity/webhooks.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { call } from '#web/lib/api.ts'
import { formatExact, formatNumber } from '#web/lib/format.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { Facts } from '#web/ui/facts.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { RecordDrawer } from '#web/ui/record-drawer.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { BodyText } from './body-text.tsx'
import { deliveryBadge, eventName, POLL_MS } from './webhook-labels.ts'

type Shown = Reply<typeof showDelivery>['data']

const FACTS: { label: string; show: (delivery: Shown) => ReactNode }[] = [
  { label: 'State', show: (row) => <StateBadge {...deliveryBadge(row)} /> },
  { label: 'Attempts', show: ({ attempts }) => formatNumber(attempts) },
  { label: 'Last error', show: ({ error }) => error },
  { label: 'Next attempt', show: (row) => row.next_attempt_at && formatExact(row.next_attempt_at) },
  { label: 'Created', show: ({ created_at }) => formatExact(created_at) },
  { label: 'Finished', show: ({ finished_at }) => finished_at && formatExact(finished_at) },
  { label: 'Message id', show: ({ message_id }) => message_id },
]

const headerLines = (headers: Record<string, string>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')

function AttemptLog({ attempt }: { attempt: Attempt }) {
  const { request_headers: headers, reply_headers: replied, request_bytes: bytes } = attempt
  return (
    <Stack gap="sm">
      <Text c="dimmed">
        {formatExact(attempt.started_at)} · {formatNumber(attempt.duration_ms)} ms · {attempt.url}
      </Text>
      {attempt.error && <p>{attempt.error}</p>}
      <BodyText label="Request headers" text={headerLines(headers)} />
      <BodyText
        label={bytes > LOGGED_BYTES ? 'Request body (first 10 KB)' : 'Request body'}
        text={attempt.request_body}
      />
      {replied && <BodyText label="Response headers" text={headerLines(replied)} />}
      {attempt.reply_body !== null && <BodyText label="Response body" text={attempt.reply_body} />}
    </Stack>
  )
}

function Attempts({ log }: { log: Attempt[] }) {
  const [at, setAt] = useState(0)
  const attempt = log[at] ?? log[0]
  if (!attempt) return <Text c="dimmed">Nothing sent yet</Text>
  return (
    <>
      {log.length > 1 && (
        <Group component="fieldset" align="stretch" gap={6}>
          <Box component="legend" mb={4} fz="sm" fw={500}>
            Attempts, newest first
          </Box>
          {log.map((entry, index) => (
            <Button
              key={`${entry.number} ${entry.started_at}`}
              size="compact-xs"
              variant={entry === attempt ? 'filled' : 'default'}
              aria-pressed={entry === attempt}
              onClick={() => setAt(index)}
            >
              {entry.number}: {entry.status ?? 'no response'}
            </Button>
          ))}
        </Group>
      )}
      <AttemptLog attempt={attempt} />
    </>
  )
}

function DeliveryContent({ id, canResend }: { id: number; canResend: boolean }) {
  const found = useEndpoint(
    showDelivery,
    { params: { id } },
    { refetchInterval: ({ state }) => (state.data?.data.state === 'waiting' ? POLL_MS : false) },
  )
  const resend = useMutation({ mutationFn: () => call(resendDelivery, { params: { id } }) })
  const delivery = found.data?.data
  if (found.isPending)
    return (
      <Stack role="status" aria-label="Loading the delivery" gap="sm" pt="md" pb={20} px={20}>
        <Skeleton height={16} width="60%" />
        <Skeleton height={120} />
        <Skeleton height={320} />
      </Stack>
    )
  if (!delivery) return <LoadError what="This delivery" query={found} />
  const facts = FACTS.map(({ label, show }) => ({ label, value: show(delivery) }))
  return (
    <Stack gap="sm" pt="md" pb={20} px={20}>
      <Box component="h3" fz={15}>
        {eventName(delivery.type)}
        {delivery.test && ' (test)'}
      </Box>
      <Facts facts={facts.map(({ label, value }) => [label, value])} />
      {canResend && (
        <Button
          variant="default"
          style={{ alignSelf: 'flex-start' }}
          leftSection={<IconRefresh aria-hidden />}
          loading={resend.isPending}
          onClick={() => resend.mutate()}
        >
          {delivery.state === 'waiting' ? 'Send now' : 'Send again'}
        </Button>
      )}
      <Attempts key={`${delivery.id} ${delivery.log.length}`} log={delivery.log} />
    </Stack>
  )
}

interface DeliveryDrawerProps {
  /** Id of the open delivery; null keeps the drawer closed. */
  id: number | null
  ids: readonly number[]
  /** False while the webhook is turned off. */
  canResend: boolean
  onOpen: (id: number | null) => void
}

/** A delivery with every attempt, over the log. */
export function DeliveryDrawer({ canResend, ...props }: DeliveryDrawerProps) {
  return (
    <RecordDrawer title="Delivery" {...props}>
      {(id) => <DeliveryContent id={id} canResend={canResend} />}
    </RecordDrawer>
  )
}
