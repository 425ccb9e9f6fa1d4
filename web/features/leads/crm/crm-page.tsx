import { Box, Button, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { CRM_KINDS, keepsContacts } from '#contract/core/crms/index.ts'
import {
  type CrmConnection,
  type CrmId,
  crmConnections,
  disconnectCrm,
  testCrm,
} from '#contract/leads/crm.ts'
import { call } from '#web/lib/api.ts'
import { formatCount } from '#web/lib/format.ts'
import { useCan } from '#web/lib/session.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { Card } from '#web/ui/card.tsx'
import { Hint } from '#web/ui/hint.tsx'
import { IntegrationHead } from '#web/ui/integration-head.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { When } from '#web/ui/when.tsx'
import { ConnectCrmDialog, ConsentButton } from './connect-crm-dialog.tsx'
import { wayLabel } from './crm-labels.ts'

interface CardProps {
  connection: CrmConnection
  canChange: boolean
  onAgain: () => void
  onDisconnect: () => void
}

function ConnectionCard({ connection, canChange, onAgain, onDisconnect }: CardProps) {
  const test = useMutation({ mutationFn: () => call(testCrm, { params: { id: connection.id } }) })
  const isReady = connection.state === 'ready'
  return (
    <Card component="li" gap={6}>
      <Group align="baseline" justify="space-between" gap="4px 12px">
        <Title order={2} miw={0}>
          {connection.label}
        </Title>
        <StateBadge state={isReady ? 'succeeded' : 'failed'} label={isReady ? 'Connected' : 'Reconnect'} />
      </Group>
      <Hint>
        {`${CRM_KINDS[connection.crm].label}. ${wayLabel(connection)}, `}
        <When at={connection.created_at} />
        {`. ${formatCount(connection.sent, 'lead')} sent.`}
      </Hint>
      {connection.problem && (
        <Text
          c="var(--app-danger)"
          fz="xs"
          lh="18px"
        >{`${connection.problem}. Pushes are waiting and resume once you reconnect.`}</Text>
      )}
      {canChange && (
        <Group align="end" gap="xs">
          {keepsContacts(connection.crm) && (
            <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
              Test
            </Button>
          )}
          <Button variant="default" onClick={onAgain}>
            Reconnect
          </Button>
          <Button
            variant="subtle"
            color="red"
            onClick={onDisconnect}
            aria-label={`Disconnect ${connection.label}`}
          >
            Disconnect
          </Button>
        </Group>
      )}
    </Card>
  )
}

/** Connected and available CRMs. */
export function CrmPage() {
  const found = useEndpoint(crmConnections)
  const canChange = useCan('manage_crm')
  const { show, confirm, dialog } = useDialog()
  const connect = (crm: CrmId) => show((state) => <ConnectCrmDialog {...state} crm={crm} />)
  const confirmDisconnect = (connection: CrmConnection) =>
    confirm({
      title: `Disconnect ${connection.label}?`,
      confirmLabel: 'Disconnect',
      danger: true,
      onConfirm: () => call(disconnectCrm, { params: { id: connection.id }, quiet: 'errors' }),
      children:
        'We delete its access and stop pushes that are waiting for it. Your push history and the contacts in the CRM stay.',
    })
  const connections = found.data?.data
  return (
    <>
      <IntegrationHead title="CRM" />
      <Stack gap={20} w="100%" maw={1080} pt={20} pb="xl" px="var(--app-gutter)">
        {found.isError && !connections && <LoadError what="The CRMs" query={found} />}
        {found.isPending && <SkeletonRows rows={3} height={120} label="Loading the CRMs" />}
        {!canChange && <Hint>An owner of the account can connect CRMs.</Hint>}
        {connections && connections.length > 0 && (
          <SimpleGrid component="ul" minColWidth="min(100%, 340px)" spacing="sm" aria-label="Connected CRMs">
            {connections.map((connection) => (
              <ConnectionCard
                key={connection.id}
                connection={connection}
                canChange={canChange}
                onAgain={() => connect(connection.crm)}
                onDisconnect={() => confirmDisconnect(connection)}
              />
            ))}
          </SimpleGrid>
        )}
        <SimpleGrid component="ul" minColWidth="min(100%, 340px)" spacing="sm" aria-label="Available CRMs">
          {found.data?.offered.map(({ crm, label, consent }) => (
            <Card key={crm} component="li" gap={6}>
              <Box component="h2" miw={0}>
                {label}
              </Box>
              <Hint>{CRM_KINDS[crm].about}</Hint>
              {canChange && (
                <Group align="end" gap="xs">
                  {consent && keepsContacts(crm) && <ConsentButton crm={crm} label={`Connect ${label}`} />}
                  <Button variant="default" onClick={() => connect(crm)}>
                    {CRM_KINDS[crm].connectLabel}
                  </Button>
                </Group>
              )}
            </Card>
          ))}
        </SimpleGrid>
      </Stack>
      {dialog}
    </>
  )
}
