import { Button, Checkbox, NumberInput, PasswordInput, Select, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { resumeSending } from '#contract/branding/mail-bounces.ts'
import { type MailServer, removeMailServer, saveMailServer } from '#contract/branding/mail-server.ts'
import { call } from '#web/lib/api.ts'
import { type ContractForm as Form, useContractForm } from '#web/lib/use-contract-form.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'
import { Hint } from '#web/ui/hint.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Part } from '#web/ui/part.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { TestMail } from './test-mail.tsx'

const SECURITIES = [
  { value: 'starttls', label: 'STARTTLS' },
  { value: 'tls', label: 'TLS' },
  { value: 'none', label: 'None' },
]
const PORTS: Record<string, number> = { starttls: 587, tls: 465, none: 25 }

const makeValues = (server: MailServer) => ({
  host: server.host ?? '',
  port: (server.port ?? PORTS.starttls) as number | '',
  security: server.security ?? 'starttls',
  username: server.username ?? '',
  password: '',
  from_address: server.from_address ?? '',
  reply_to: server.reply_to ?? '',
  fallback: server.fallback,
  return_domain: server.return_domain ?? '',
})

function SourceStatus({ server }: { server: MailServer }) {
  const { sends_by: by, sends_from: from } = server
  if (by === 'log')
    return (
      <Notice tone="warning" title="No emails are being sent">
        There is no mail server yet. Emails are only written to the server log.
      </Notice>
    )
  return (
    <Hint>
      {by === 'own' ? 'Emails are sent by your mail server' : 'Emails are sent by the platform’s mail server'}{' '}
      from {from}.
    </Hint>
  )
}

function ServerForm({ server }: { server: MailServer }) {
  const form: Form<ReturnType<typeof makeValues>> = useContractForm(saveMailServer, {
    initial: makeValues(server),
    body: ({ port, username, password, reply_to, return_domain, security, ...rest }) => ({
      ...rest,
      port: port === '' ? 0 : port,
      security: security as 'none',
      username: username.trim() || null,
      ...(password && { password }),
      reply_to: reply_to.trim() || null,
      return_domain: return_domain.trim() || null,
    }),
    onSuccess: ({ data }) => form.restart(makeValues(data)),
  })
  const { values, set } = form
  return (
    <ContractForm
      form={form}
      submitLabel="Save mail server"
      onlyChanges
      leaving={{ title: 'Leave without saving?', text: 'Your changes aren’t saved yet.' }}
    >
      <TextInput {...form.field('host')} label="Host" placeholder="smtp.example.com" maxLength={253} />
      <Select
        {...form.field('security')}
        label="Encryption"
        data={SECURITIES}
        allowDeselect={false}
        onChange={(security) =>
          security && set({ security: security as 'tls', port: PORTS[security] ?? 587 })
        }
      />
      <NumberInput {...form.field('port')} label="Port" hideControls min={1} max={65_535} />
      <TextInput {...form.field('username')} label="User" autoComplete="off" maxLength={254} />
      <PasswordInput
        {...form.field('password')}
        label="Password"
        placeholder={server.has_password ? 'Saved. Leave empty to keep it' : ''}
        autoComplete="new-password"
        maxLength={500}
        disabled={!values.username.trim()}
      />
      <TextInput {...form.field('from_address')} type="email" label="From address" maxLength={254} />
      <TextInput
        {...form.field('reply_to')}
        type="email"
        label="Reply-to address"
        description="Empty: your support address"
        maxLength={254}
      />
      <TextInput
        {...form.field('return_domain')}
        label="Bounce domain"
        description="Optional. A domain whose mail you forward to us, so that bounces are recognized"
        placeholder="bounces.example.com"
        maxLength={253}
      />
      <Checkbox
        {...form.field('fallback', 'checkbox')}
        label="Use the platform’s mail server while mine can’t be reached"
      />
    </ContractForm>
  )
}

/** Notice that notices and reports are paused, with a way to resume. */
function Paused() {
  const resume = useMutation({ mutationFn: () => call(resumeSending, {}) })
  return (
    <Notice tone="danger" title="Sending is paused">
      <p>
        More than 5% of your emails in a day went to addresses that don’t exist. Until you resume, only
        security and billing emails are sent.
      </p>
      <Button variant="default" loading={resume.isPending} onClick={() => resume.mutate()}>
        Resume sending
      </Button>
    </Notice>
  )
}

/** The mail server with a test. */
export function ServerTab({ server }: { server: MailServer }) {
  const { confirm, dialog } = useDialog()
  const confirmRemoval = () =>
    confirm({
      title: 'Remove mail server?',
      confirmLabel: 'Remove mail server',
      danger: true,
      onConfirm: () => call(removeMailServer),
      children: 'Emails are sent by the platform’s mail server again.',
    })
  return (
    <Stack gap={20} maw={760} data-wide>
      {server.paused_at !== null && <Paused />}
      <SourceStatus server={server} />
      <Part title="Mail server">
        <ServerForm server={server} />
        {server.host !== null && (
          <Button variant="subtle" color="red" onClick={confirmRemoval}>
            Remove mail server
          </Button>
        )}
      </Part>
      <Part title="Test" hint="Sends one email now and shows the mail server’s response.">
        <TestMail />
      </Part>
      {dialog}
    </Stack>
  )
}
