import { Button, Modal, Select, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { CrmConnection } from '#contract/leads/crm.ts'
import { type CrmWins, crmWins, readCrmWins, saveCrmWins } from '#contract/leads/crm-wins.ts'
import { call } from '#web/lib/api.ts'
import { formatCount } from '#web/lib/format.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'
import { Hint } from '#web/ui/hint.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import { When } from '#web/ui/when.tsx'

interface Props {
  connection: CrmConnection
  opened: boolean
  onClose: () => void
}

/** What the last reading brought. */
function LastReading({ connection, wins }: { connection: CrmConnection; wins: CrmWins }) {
  const read = useMutation({ mutationFn: () => call(readCrmWins, { params: { id: connection.id } }) })
  return (
    <Stack gap="xs" align="start">
      {wins.problem && <Notice tone="danger">{wins.problem}</Notice>}
      <Hint>
        {`${formatCount(wins.won, 'lead')} marked as won. `}
        {wins.read_at ? (
          <>
            {'Last read '}
            <When at={wins.read_at} />
          </>
        ) : (
          'Not read yet'
        )}
      </Hint>
      <Button variant="default" loading={read.isPending} onClick={() => read.mutate()}>
        Read now
      </Button>
    </Stack>
  )
}

function WinsForm({ connection, wins, onClose }: Omit<Props, 'opened'> & { wins: CrmWins }) {
  const form = useContractForm(saveCrmWins, {
    initial: { sign: wins.sign ?? '' },
    params: { id: connection.id },
    body: ({ sign }) => ({ sign: sign || null }),
    onSuccess: onClose,
  })
  return (
    <ContractForm form={form} submitLabel="Save" onCancel={onClose}>
      <Hint>
        Leads that you sent to this CRM are marked as won when it shows that they became customers. Scores and
        customer suggestions learn from them. You can undo each reading in the history of its list.
      </Hint>
      <Select
        {...form.field('sign')}
        label="Mark leads as won when"
        placeholder="Off"
        clearable
        clearButtonProps={{ 'aria-label': 'Turn off' }}
        searchable={wins.signs.length > 10}
        value={form.values.sign || null}
        data={wins.signs.map(({ id, label }) => ({ value: id, label }))}
      />
      {wins.sign !== null && <LastReading connection={connection} wins={wins} />}
    </ContractForm>
  )
}

/** What marks leads as won in a connected CRM. */
export function WinsDialog({ connection, opened, onClose }: Props) {
  const found = useEndpoint(crmWins, { params: { id: connection.id } }, { enabled: opened })
  const wins = found.data?.data
  return (
    <Modal opened={opened} onClose={onClose} title={`Won leads from ${connection.label}`} size={480}>
      {found.isError && !wins && <LoadError what="The stages" query={found} />}
      {found.isPending && <SkeletonRows rows={2} height={60} label="Loading the stages" />}
      {wins && <WinsForm connection={connection} wins={wins} onClose={onClose} />}
    </Modal>
  )
}
