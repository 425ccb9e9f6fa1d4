import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import {
  checkMailServer,
  createDkimKey,
  type DkimRecord,
  type MailCheck,
  type MailServer,
} from '#contract/branding/mail-server.ts'
import { call } from '#web/lib/api.ts'
import { formatDay } from '#web/lib/format.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { Card } from '#web/ui/card.tsx'
import { ContractForm } from '#web/ui/contract-form.tsx'
import { CopyBox } from '#web/ui/copy-box.tsx'
import { Hint } from '#web/ui/hint.tsx'
import { Part } from '#web/ui/part.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'

const CHECK_LOOKS = {
  pass: { state: 'succeeded', label: 'Passes' },
  missing: { state: 'partly', label: 'Missing' },
  fail: { state: 'failed', label: 'Fails' },
  unknown: { state: 'unchecked', label: 'Unknown' },
} as const

const KEY_LOOKS = {
  pending: { state: 'queued', label: 'Waiting for DNS' },
  active: { state: 'succeeded', label: 'Signing' },
  retiring: { state: 'partly', label: 'Replaced' },
} as const

const ABOUT = {
  spf: 'SPF names the servers that may send for your domain.',
  dkim: 'DKIM signs each email, so that receivers can tell it comes from you.',
  dmarc: 'DMARC says what happens to emails that fail SPF and DKIM.',
  mx: 'MX says where replies and bounces go.',
} as const

function CheckCard({ name, check }: { name: keyof typeof ABOUT; check: MailCheck }) {
  return (
    <Card component="li" gap="sm">
      <Group gap="4px 12px">
        <h2>{name.toUpperCase()}</h2>
        <StateBadge {...CHECK_LOOKS[check.state]} />
      </Group>
      <Hint>{ABOUT[name]}</Hint>
      <p>{check.advice}</p>
      {check.record && <code>{check.record}</code>}
    </Card>
  )
}

function Checks() {
  const check = useMutation({ mutationFn: () => call(checkMailServer, {}) })
  const found = check.data?.data
  return (
    <Part
      title="DNS checks"
      hint={found ? `Checked for ${found.domain}` : 'Looks up the records of your from address’s domain.'}
    >
      {found && (
        <Stack component="ul" gap="sm" aria-label="DNS checks">
          {(['spf', 'dkim', 'dmarc', 'mx'] as const).map((name) => (
            <CheckCard key={name} name={name} check={found[name]} />
          ))}
        </Stack>
      )}
      <Group align="stretch" gap="xs">
        <Button variant="default" loading={check.isPending} onClick={() => check.mutate()}>
          Check DNS
        </Button>
      </Group>
    </Part>
  )
}

function KeyCard({ record, onRotate }: { record: DkimRecord; onRotate: () => void }) {
  const { domain, name, value, state, retires_at: until } = record
  return (
    <Card component="li" gap="sm">
      <Group gap="4px 12px">
        <h2>{domain}</h2>
        <StateBadge {...KEY_LOOKS[state]} />
      </Group>
      {until ? (
        <Hint>Keep this record until {formatDay(until)}: emails on their way are signed with it.</Hint>
      ) : (
        <Hint>
          Add this TXT record where you manage DNS for {domain}. Emails are signed once it is found.
        </Hint>
      )}
      <Stack gap="sm">
        <CopyBox label={`TXT name for ${domain}`} text={name} />
        <CopyBox label={`TXT value for ${domain}`} text={value} />
      </Stack>
      {state === 'active' && (
        <Group align="stretch" gap="xs">
          <Button variant="subtle" color="gray" aria-label={`Replace key of ${domain}`} onClick={onRotate}>
            Replace key
          </Button>
        </Group>
      )}
    </Card>
  )
}

/** DNS of the brand's mail: keys to publish, and checks. */
export function DnsTab({ server }: { server: MailServer }) {
  const sender = server.sends_from.slice(server.sends_from.lastIndexOf('@') + 1)
  const form = useContractForm(createDkimKey, { initial: { domain: sender } })
  const rotate = useMutation({
    mutationFn: (domain: string) => call(createDkimKey, { body: { domain, rotate: true } }),
  })
  return (
    <Stack gap={20} maw={760} data-wide>
      <Checks />
      <Part title="DKIM keys">
        {server.dkim.length > 0 && (
          <Stack component="ul" gap="sm" aria-label="DKIM keys">
            {server.dkim.map((record) => (
              <KeyCard key={record.name} record={record} onRotate={() => rotate.mutate(record.domain)} />
            ))}
          </Stack>
        )}
        <ContractForm form={form} submitLabel="Create DKIM key">
          <TextInput {...form.field('domain')} label="Domain" autoComplete="off" maxLength={253} />
        </ContractForm>
      </Part>
    </Stack>
  )
}
