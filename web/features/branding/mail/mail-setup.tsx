import { Box, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import IconSend from '@tabler/icons-react/dist/esm/icons/IconSend.mjs'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { mailSetup, type MailSetup as Setup, sendTestMail, showMail } from '#contract/branding/mail.ts'
import { call, errorMessage } from '#web/lib/api.ts'
import { markChanged } from '#web/lib/freshness.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { CopyBox } from '#web/ui/copy-box.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { When } from '#web/ui/when.tsx'
import { isAnyPending, serverLabel } from './mail-labels.ts'

/** Polling interval of the test, in milliseconds. */
const LOOK_MS = 1000
const EXAMPLE = 'SMTP_URL=smtp://USER:PASSWORD@mail.example.com:587\nMAIL_FROM=leads@example.com'

/** Result of the last test. */
function TestResult({ id }: { id: number }) {
  const found = useEndpoint(
    showMail,
    { params: { id } },
    { refetchInterval: ({ state }) => (state.data && !isAnyPending([state.data.data]) ? false : LOOK_MS) },
  )
  const mail = found.data?.data
  const sent = mail?.state === 'sent'
  useEffect(() => {
    if (sent) void markChanged(['mails', 'checklist'])
  }, [sent])
  if (!mail || (isAnyPending([mail]) && mail.last_error === null)) {
    return <Text c="dimmed" role="status">{`Sending the test${mail ? ` to ${mail.recipient}` : ''}`}</Text>
  }
  if (mail.last_error !== null) {
    return (
      <Notice tone="danger" title="The test wasn’t sent">
        {mail.last_error}
      </Notice>
    )
  }
  return mail.transport === 'console' ? (
    <Notice tone="warning" title="The test was written to the server log">
      It won’t be delivered until a mail server is set up.
    </Notice>
  ) : (
    <Notice tone="success" title={`Test sent to ${mail.recipient}`}>
      Check your inbox. If it isn’t there in a few minutes, check spam.
    </Notice>
  )
}

function Facts({ setup }: { setup: Setup }) {
  const facts = [
    { label: 'Mail server', value: setup.server && serverLabel(setup.server) },
    { label: 'From', value: setup.from },
    { label: 'Links point to', value: setup.public_url },
    { label: 'Last sent', value: setup.last_sent_at && <When at={setup.last_sent_at} /> },
  ]
  return (
    <Group component="dl" align="stretch" gap="8px 24px">
      {facts
        .filter(({ value }) => value !== null)
        .map(({ label, value }) => (
          <div key={label}>
            <Box component="dt" fz="xs">
              {label}
            </Box>
            <dd>{value}</dd>
          </div>
        ))}
    </Group>
  )
}

/** How mail leaves, how to set it up, and a test mail to yourself. */
export function MailSetup() {
  const found = useEndpoint(mailSetup)
  const [testId, setTestId] = useState<number>()
  const send = useMutation({
    // Shown instead: the line below the button that follows the email
    mutationFn: () => call(sendTestMail, { quiet: true }),
    onSuccess: ({ data }) => setTestId(data.id),
  })
  if (found.isError && !found.data) return <LoadError what="The mail server" query={found} />
  const setup = found.data?.data
  return (
    <Stack component="section" gap="sm" maw={880} aria-label="Mail server">
      {!setup && <Skeleton height={36} aria-hidden />}
      {setup?.transport === 'console' && (
        <>
          <Notice tone="warning" title="No emails are being sent">
            No mail server is set up, so emails are only written to the server log. Set these two environment
            variables and restart the server.
          </Notice>
          <CopyBox label="Environment" text={EXAMPLE}>
            <Box component="span" style={{ whiteSpace: 'pre-wrap' }}>
              {EXAMPLE}
            </Box>
          </CopyBox>
        </>
      )}
      {setup && (
        <Group align="flex-start" justify="space-between" gap="12px 24px">
          <Facts setup={setup} />
          <Button
            variant="default"
            leftSection={<IconSend aria-hidden />}
            loading={send.isPending}
            onClick={() => send.mutate()}
          >
            Send test email
          </Button>
        </Group>
      )}
      {send.isError && <Notice tone="danger">{errorMessage(send.error)}</Notice>}
      {testId !== undefined && <TestResult key={testId} id={testId} />}
    </Stack>
  )
}
