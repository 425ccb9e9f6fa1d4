import { Accordion, Button, Group, PasswordInput, Stack, Text } from '@mantine/core'
import {
  listMailEventSources,
  MAIL_EVENT_SETUP,
  type MailEventSource,
  removeMailEventSource,
  saveMailEventSource,
} from '#contract/branding/mail-events.ts'
import { call } from '#web/lib/api.ts'
import { type ContractForm as ContractFormOf, useContractForm } from '#web/lib/use-contract-form.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'
import { CopyBox } from '#web/ui/copy-box.tsx'
import { Hint } from '#web/ui/hint.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { When } from '#web/ui/when.tsx'

function look({ is_set, last_event_at, last_error_at }: MailEventSource) {
  if (!is_set) return { state: 'unchecked', label: 'Not set up' }
  const isRefused = last_error_at !== null && last_error_at > (last_event_at ?? '')
  if (isRefused) return { state: 'failed', label: 'Refused' }
  return last_event_at
    ? { state: 'succeeded', label: 'Receiving' }
    : { state: 'queued', label: 'Waiting for the first event' }
}

function LastRequests({ last_event_at, last_error, last_error_at }: MailEventSource) {
  return (
    <>
      {last_event_at && (
        <Text size="sm">
          Last event <When at={last_event_at} />
        </Text>
      )}
      {last_error && last_error_at && (
        <Notice tone="warning" title="A request was refused">
          {last_error}, <When at={last_error_at} />
        </Notice>
      )}
    </>
  )
}

/** Address and secret of one service. */
function Source({ source, onRemove }: { source: MailEventSource; onRemove: () => void }) {
  const { sender, address, is_set } = source
  const { label, secretLabel, secretHint } = MAIL_EVENT_SETUP[sender]
  const form: ContractFormOf<{ secret: string }> = useContractForm(saveMailEventSource, {
    initial: { secret: '' },
    params: { sender },
    onSuccess: () => form.restart({ secret: '' }),
  })
  return (
    <Stack gap="md">
      <CopyBox label={`Webhook URL for ${label}`} text={address} />
      {is_set && <LastRequests {...source} />}
      <ContractForm form={form} submitLabel={`Save ${label} webhook`}>
        <PasswordInput
          {...form.field('secret')}
          label={secretLabel}
          description={secretHint}
          placeholder={is_set ? 'Saved. Enter a new one to replace it' : ''}
          autoComplete="off"
          maxLength={500}
        />
      </ContractForm>
      {is_set && (
        <Group>
          <Button variant="subtle" color="red" onClick={onRemove}>
            Remove {label} webhook
          </Button>
        </Group>
      )}
    </Stack>
  )
}

/** Services that report bounces and complaints by webhook. */
export function EventSources() {
  const found = useEndpoint(listMailEventSources)
  const { confirm, dialog } = useDialog()
  const remove = ({ sender }: MailEventSource) =>
    confirm({
      title: `Remove ${MAIL_EVENT_SETUP[sender].label} webhook?`,
      confirmLabel: 'Remove webhook',
      danger: true,
      onConfirm: () => call(removeMailEventSource, { params: { sender }, quiet: 'errors' }),
      children: 'We’ll stop accepting the bounces and complaints it reports.',
    })
  return (
    <Stack gap={20} maw={760} data-wide>
      <Hint>
        If one of these services sends your emails, let it report bounces and spam complaints: enter the
        webhook URL there, and its key here.
      </Hint>
      {found.isError && !found.data && <LoadError what="The webhooks" query={found} />}
      <Accordion variant="separated" order={2}>
        {found.data?.data.map((source) => (
          <Accordion.Item key={source.sender} value={source.sender}>
            <Accordion.Control>
              <Group pr="sm" justify="space-between">
                <Text component="span" size="sm" fw={500}>
                  {MAIL_EVENT_SETUP[source.sender].label}
                </Text>
                <StateBadge {...look(source)} />
              </Group>
            </Accordion.Control>
            <Accordion.Panel>
              <Source source={source} onRemove={() => remove(source)} />
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
      {dialog}
    </Stack>
  )
}
