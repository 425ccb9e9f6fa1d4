import { Button, Modal, Select, Stack, Switch, TagsInput, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import type { CrmPolicy } from '#contract/activity/run-kinds/crm.ts'
import { CRM_KINDS, isSender, keepsContacts } from '#contract/core/crms/index.ts'
import {
  type CrmConnection,
  countCrm,
  crmConnections,
  crmOwners,
  previewCrm,
  pushCrm,
} from '#contract/leads/crm.ts'
import { call, errorMessage } from '#web/lib/api.ts'
import { formatCount } from '#web/lib/format.ts'
import type { LeadDialogProps } from '#web/lib/lead-actions.ts'
import { listRef } from '#web/lib/list-ref.ts'
import { isRunActive } from '#web/lib/run-facts.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { useFollowedRun } from '#web/lib/use-followed-run.ts'
import { useIntentKey } from '#web/lib/use-intent-key.ts'
import { DialogButtons } from '#web/ui/dialog-buttons.tsx'
import { Hint } from '#web/ui/hint.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { leftOutLabel, POLICY_LABELS, previewedCount } from './crm-labels.ts'
import { PushPreview } from './push-preview.tsx'
import { type HandOverOptions, SenderOptions } from './sender-options.tsx'

interface PushOptions extends HandOverOptions {
  connection: string | null
  tags: string[]
  policy: CrmPolicy | 'mapping'
  owner: string
  onlyVerified: boolean
  includeInvalid: boolean
  onlyNew: boolean
}

const POLICIES = [
  { value: 'mapping', label: 'Use field mapping' },
  ...(['fill', 'newer', 'always'] as const).map((value) => ({ value, label: POLICY_LABELS[value] })),
]

/** Assignee of contacts: selected if the connection has access to the CRM's users, else typed. */
function OwnerField({
  selected,
  value,
  onChange,
}: {
  selected: CrmConnection
  value: string
  onChange: (id: string) => void
}) {
  const owners = useEndpoint(crmOwners, { params: { id: selected.id } })
  const found = owners.data
  if (!found?.takes_owner) return null
  const label = 'Owner in the CRM (optional)'
  return found.data.length > 0 ? (
    <Select
      label={label}
      clearable
      clearButtonProps={{ 'aria-label': 'No owner' }}
      value={value || null}
      onChange={(id) => onChange(id ?? '')}
      data={found.data.map(({ id, name }) => ({ value: id, label: name }))}
    />
  ) : (
    <TextInput
      label={label}
      description="User ID in the CRM. This connection can’t read user names"
      value={value}
      maxLength={100}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

interface OptionsProps {
  connections: readonly CrmConnection[]
  selected: CrmConnection
  options: PushOptions
  onChange: (change: Partial<PushOptions>) => void
}

function Options({ connections, selected, options, onChange }: OptionsProps) {
  return (
    <>
      <Select
        label="CRM or sender"
        allowDeselect={false}
        value={String(selected.id)}
        onChange={(connection) => onChange({ connection, owner: '', campaign: null })}
        data={connections.map(({ id, label }) => ({ value: String(id), label }))}
      />
      {CRM_KINDS[selected.crm].can.tags && (
        <TagsInput
          label="Tags (optional)"
          description={
            CRM_KINDS[selected.crm].can.tags === 'existing'
              ? 'The list’s tags are included. Only tags that the CRM has as labels are set'
              : 'The list’s tags and source are included'
          }
          value={options.tags}
          maxTags={50}
          onChange={(tags) => onChange({ tags })}
        />
      )}
      {keepsContacts(selected.crm) && (
        <Select
          label="If both have a value"
          allowDeselect={false}
          value={options.policy}
          onChange={(policy) => onChange({ policy: (policy ?? 'mapping') as PushOptions['policy'] })}
          data={POLICIES}
        />
      )}
      {isSender(selected.crm) ? (
        <SenderOptions key={selected.id} selected={selected} options={options} onChange={onChange} />
      ) : (
        <CrmOptions selected={selected} options={options} onChange={onChange} />
      )}
    </>
  )
}

function CrmOptions({ selected, options, onChange }: Omit<OptionsProps, 'connections'>) {
  return (
    <>
      <OwnerField selected={selected} value={options.owner} onChange={(owner) => onChange({ owner })} />
      <Switch
        label="Only leads with a verified email"
        checked={options.onlyVerified}
        onChange={(event) => onChange({ onlyVerified: event.currentTarget.checked })}
      />
      <Switch
        label="Include invalid emails"
        disabled={options.onlyVerified}
        checked={options.includeInvalid && !options.onlyVerified}
        onChange={(event) => onChange({ includeInvalid: event.currentTarget.checked })}
      />
      <Switch
        label="Only new contacts"
        description={keepsContacts(selected.crm) ? undefined : 'Skips leads already sent to this hook'}
        checked={options.onlyNew}
        onChange={(event) => onChange({ onlyNew: event.currentTarget.checked })}
      />
    </>
  )
}

function PushForm({
  leadRequest,
  connections,
  onClose,
  onStarted,
}: LeadDialogProps & { connections: CrmConnection[] }) {
  const { target, selection, count } = leadRequest
  const intent = useIntentKey()
  const [preview, setPreview] = useState<number | null>(null)
  const [options, setOptions] = useState<PushOptions>({
    connection: null,
    tags: [],
    policy: 'mapping',
    owner: '',
    onlyVerified: false,
    includeInvalid: false,
    onlyNew: false,
    campaign: null,
    doubtful: [],
    otherCampaigns: false,
  })
  const selected =
    connections.find(({ id }) => String(id) === options.connection) ?? (connections[0] as CrmConnection)
  const handsOver = isSender(selected.crm)
  const isIncomplete = handsOver && options.campaign === null
  const change = (part: Partial<PushOptions>) => {
    setOptions((now) => ({ ...now, ...part }))
    setPreview(null)
  }
  const chosen = {
    connection_id: selected.id,
    selection,
    only_verified: options.onlyVerified,
    include_invalid: options.includeInvalid,
    doubtful: options.doubtful,
  }
  const counted = useEndpoint(countCrm, { params: target, body: chosen }).data?.data
  const body = {
    ...chosen,
    tags: options.tags,
    only_new: options.onlyNew,
    ...(handsOver && { campaign: options.campaign, other_campaigns: options.otherCampaigns }),
    ...(options.owner && { owner: options.owner }),
    ...(options.policy !== 'mapping' && { policy: options.policy }),
  }
  const start = useMutation({
    mutationFn: (isPreview: boolean) =>
      call(isPreview ? previewCrm : pushCrm, {
        params: target,
        body,
        // Shown instead: the run, above the leads; a preview's figures are in the dialog
        quiet: true,
        idempotencyKey: intent.keyFor({ target, body, isPreview }),
      }),
    onSuccess: ({ data }, isPreview) => {
      intent.forget()
      if (isPreview) return setPreview(data.run.id)
      onStarted({ runId: data.run.id, listId: data.list_id })
      onClose()
    },
  })
  const previewed = useFollowedRun(preview).data?.data
  const sent =
    preview !== null && previewed && !isRunActive(previewed) && !previewed.error
      ? previewedCount(previewed.counts)
      : (counted?.send ?? count)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!start.isPending && !isIncomplete) start.mutate(false)
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Hint>
          {`${formatCount(count, 'lead')} selected${leftOutLabel(counted?.left_out)}. Free. ${handsOver ? 'Leads in the campaign' : 'Existing contacts'} are ${options.onlyNew ? 'skipped' : 'updated, never duplicated'}. `}
          <Link to="/saved-lists/$listRef/crm" params={{ listRef: listRef(target.type, target.id) }}>
            See what was sent
          </Link>
        </Hint>
        <Options connections={connections} selected={selected} options={options} onChange={change} />
        {preview !== null && <PushPreview runId={preview} />}
        {start.isError && <Notice tone="danger">{errorMessage(start.error)}</Notice>}
      </Stack>
      <DialogButtons
        onCancel={onClose}
        beside={
          <Button
            variant="subtle"
            disabled={start.isPending || isIncomplete}
            onClick={() => start.mutate(true)}
          >
            Preview
          </Button>
        }
      >
        <Button type="submit" loading={start.isPending} disabled={sent === 0 || isIncomplete}>
          {sent === 0
            ? 'Nothing to push'
            : `${handsOver ? 'Hand over' : 'Push'} ${formatCount(sent, 'lead')}`}
        </Button>
      </DialogButtons>
    </form>
  )
}

/** Sends leads to a CRM, after a preview. */
export function PushDialog(props: LeadDialogProps) {
  const { opened, onClose } = props
  const found = useEndpoint(crmConnections, {}, { enabled: opened })
  const connections = found.data?.data
  return (
    <Modal opened={opened} onClose={onClose} title="Push to CRM" size={520}>
      {found.isError && <LoadError what="The CRMs" query={found} />}
      {connections?.length === 0 && (
        <Hint>
          No CRM or sender is connected yet. <Link to="/integration/crm">Connect one</Link>
        </Hint>
      )}
      {connections && connections.length > 0 && <PushForm {...props} connections={connections} />}
    </Modal>
  )
}
