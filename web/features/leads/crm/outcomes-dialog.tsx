import { Button, Modal, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { CRM_KINDS } from '#contract/core/crms/index.ts'
import type { CrmConnection } from '#contract/leads/crm.ts'
import { type CrmOutcomes, crmOutcomes, readCrmOutcomes } from '#contract/leads/crm-outcomes.ts'
import { call } from '#web/lib/api.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { Figure } from '#web/ui/facts.tsx'
import { Hint } from '#web/ui/hint.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import { When } from '#web/ui/when.tsx'

function Outcomes({ connection, outcomes }: { connection: CrmConnection; outcomes: CrmOutcomes }) {
  const read = useMutation({ mutationFn: () => call(readCrmOutcomes, { params: { id: connection.id } }) })
  return (
    <Stack gap="md">
      {outcomes.problem && <Notice tone="danger">{outcomes.problem}</Notice>}
      <SimpleGrid component="dl" cols={3} spacing="sm" verticalSpacing={4} className="numeric">
        <Figure label="Replied">{formatNumber(outcomes.replied)}</Figure>
        <Figure label="Bounced">{formatNumber(outcomes.bounced)}</Figure>
        <Figure label="Unsubscribed">{formatNumber(outcomes.unsubscribed)}</Figure>
      </SimpleGrid>
      <Hint>
        {'Read every 15 minutes. '}
        {outcomes.read_at ? (
          <>
            {'Last read '}
            <When at={outcomes.read_at} />
            {'. '}
          </>
        ) : (
          'Not read yet. '
        )}
        Leads get the status, bounces are refunded, and who unsubscribes goes to your suppression list. You
        can undo each change of a status in the history of its list.
      </Hint>
      <Button
        variant="default"
        style={{ alignSelf: 'flex-start' }}
        loading={read.isPending}
        onClick={() => read.mutate()}
      >
        Read now
      </Button>
      <TextInput
        label="Webhook address (optional)"
        description={`Enter it at ${CRM_KINDS[connection.crm].label} as a webhook for replies, bounces and unsubscribes, and we read at once. Keep it secret`}
        value={outcomes.hook}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
    </Stack>
  )
}

/** What came back from a sender. */
export function OutcomesDialog({
  connection,
  opened,
  onClose,
}: {
  connection: CrmConnection
  opened: boolean
  onClose: () => void
}) {
  const found = useEndpoint(crmOutcomes, { params: { id: connection.id } }, { enabled: opened })
  const outcomes = found.data?.data
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={`Replies and bounces from ${connection.label}`}
      size={480}
    >
      {found.isError && !outcomes && <LoadError what="The replies" query={found} />}
      {found.isPending && <SkeletonRows rows={2} height={60} label="Loading the replies" />}
      {outcomes && <Outcomes connection={connection} outcomes={outcomes} />}
    </Modal>
  )
}
