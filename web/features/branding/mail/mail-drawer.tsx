import { Box, Button, Skeleton, Stack, Tabs, Text } from '@mantine/core'
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { retryMail, showMail } from '#contract/branding/mail.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { call } from '#web/lib/api.ts'
import { pageNonce } from '#web/lib/branding.ts'
import { formatExact, formatNumber } from '#web/lib/format.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { Facts } from '#web/ui/facts.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { RecordDrawer } from '#web/ui/record-drawer.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { TextBlock } from '#web/ui/text-block.tsx'
import { isAnyPending, POLL_MS, stateBadge, templateLabel } from './mail-labels.ts'
import { previewHtml } from './preview-html.ts'

type Mail = Reply<typeof showMail>['data']

const FACTS: { label: string; show: (mail: Mail) => ReactNode }[] = [
  { label: 'To', show: (mail) => mail.recipient },
  { label: 'Email', show: (mail) => templateLabel(mail.template) },
  { label: 'State', show: (mail) => <StateBadge {...stateBadge(mail)} /> },
  { label: 'Attempts', show: (mail) => formatNumber(mail.attempts) },
  { label: 'Last error', show: (mail) => mail.last_error },
  { label: 'Written', show: (mail) => formatExact(mail.created_at) },
  { label: 'Sent', show: (mail) => mail.sent_at && formatExact(mail.sent_at) },
  { label: 'Valid until', show: (mail) => mail.expires_at && formatExact(mail.expires_at) },
  { label: 'Message id', show: (mail) => mail.message_id },
]

function MailBody({ mail }: { mail: Mail }) {
  const preview = useMemo(() => previewHtml(mail.html, pageNonce()), [mail.html])
  return (
    <Tabs defaultValue="text" keepMounted={false} style={{ display: 'flex', flexDirection: 'column' }}>
      <Tabs.List aria-label="Content" data-own-keys>
        <Tabs.Tab value="text">Plain text</Tabs.Tab>
        <Tabs.Tab value="html">Preview</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="text" pt="sm">
        <TextBlock label="Plain text of the email" text={mail.text} height={560} />
      </Tabs.Panel>
      <Tabs.Panel value="html" pt="sm">
        <Box
          component="iframe"
          display="block"
          w="100%"
          h={560}
          bd="var(--app-line)"
          bdrs="md"
          bg="#fff"
          style={{ colorScheme: 'light' }}
          title="Preview of the email"
          sandbox=""
          srcDoc={preview}
        />
      </Tabs.Panel>
      <Text mt="xs" c="dimmed">
        Codes and links are masked. Only the recipient can see them.
      </Text>
    </Tabs>
  )
}

function MailContent({ id }: { id: number }) {
  const found = useEndpoint(
    showMail,
    { params: { id } },
    { refetchInterval: ({ state }) => (state.data && isAnyPending([state.data.data]) ? POLL_MS : false) },
  )
  const retry = useMutation({ mutationFn: () => call(retryMail, { params: { id } }) })
  const mail = found.data?.data
  if (found.isPending) {
    return (
      <Stack role="status" aria-label="Loading the email" gap="sm" pt="md" pb={20} px={20}>
        <Skeleton height={16} width="70%" mb={16} />
        <Skeleton height={110} mb={16} />
        <Skeleton height={360} />
      </Stack>
    )
  }
  if (!mail) return <LoadError what="This email" query={found} />
  return (
    <Stack gap="sm" pt="md" pb={20} px={20}>
      <Box component="h3" fz={15}>
        {mail.subject}
      </Box>
      <Facts facts={FACTS.map(({ label, show }) => [label, show(mail)])} />
      {mail.can_retry && (
        <Button
          variant="default"
          style={{ alignSelf: 'flex-start' }}
          leftSection={<IconRefresh aria-hidden />}
          loading={retry.isPending}
          onClick={() => retry.mutate()}
        >
          {mail.state === 'queued' ? 'Send now' : 'Send again'}
        </Button>
      )}
      <MailBody key={mail.id} mail={mail} />
    </Stack>
  )
}

interface MailDrawerProps {
  /** Id of the open mail; null keeps the drawer closed. */
  id: number | null
  /** Ids of the page. */
  ids: readonly number[]
  onOpen: (id: number | null) => void
}

/** A mail with its content, over the list. */
export function MailDrawer(props: MailDrawerProps) {
  return (
    <RecordDrawer title="Email" {...props}>
      {(id) => <MailContent id={id} />}
    </RecordDrawer>
  )
}
