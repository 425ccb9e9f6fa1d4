import { Box, Button, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { CRM_KINDS, isSender, keepsContacts } from '#contract/core/crms/index.ts'
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
import { UNCONFIRMED, wayLabel } from './crm-labels.ts'
import { OutcomesDialog } from './outcomes-dialog.tsx'
import { WinsDialog } from './wins-dialog.tsx'

interface CardProps {
  connection: CrmConnection
  canChange: boolean
  onAgain: () => void
  onWins: () => void
  onOutcomes: () => void
  onDisconnect: () => void
}

/** Reconnects in the way that the CRM has: by what is typed in, or by its consent page. */
function AgainButton({ connection, onAgain }: Pick<CardProps, 'connection' | 'onAgain'>) {
  const { crm } = connection
  if (CRM_KINDS[crm].credential === 'none' && keepsContacts(crm))
    return <ConsentButton crm={crm} label="Reconnect" variant="default" />
  return (
    <Button variant="default" onClick={onAgain}>
      Reconnect
    </Button>
  )
}

function ConnectionCard({ connection, canChange, onAgain, onWins, onOutcomes, onDisconnect }: CardProps) {
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
          {CRM_KINDS[connection.crm].can.wins && (
            <Button variant="default" onClick={onWins} aria-label={`Won leads from ${connection.label}`}>
              Won leads
            </Button>
          )}
          {isSender(connection.crm) && (
            <Button
              variant="default"
              onClick={onOutcomes}
              aria-label={`Replies and bounces from ${connection.label}`}
            >
              Replies and bounces
            </Button>
          )}
          <AgainButton connection={connection} onAgain={onAgain} />
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

interface Offer {
  crm: CrmId
  label: string
  consent: boolean
}

/** A CRM that can be connected, in the ways that it has here. */
function OfferCard({
  offer: { crm, label, consent },
  canChange,
  onConnect,
}: {
  offer: Offer
  canChange: boolean
  onConnect: () => void
}) {
  const { about, credential, connectLabel, unconfirmed } = CRM_KINDS[crm]
  const byConsent = consent && keepsContacts(crm)
  return (
    <Card component="li" gap={6}>
      <Box component="h2" miw={0}>
        {label}
      </Box>
      <Hint>{about}</Hint>
      {unconfirmed && <Hint>{UNCONFIRMED}</Hint>}
      {canChange && (
        <Group align="end" gap="xs">
          {byConsent && <ConsentButton crm={crm} label={`Connect ${label}`} />}
          {credential !== 'none' && (
            <Button variant="default" onClick={onConnect}>
              {connectLabel}
            </Button>
          )}
        </Group>
      )}
      {canChange && credential === 'none' && !byConsent && (
        <Hint>{`${label} sign-in isn’t set up here. Ask your provider to add its app.`}</Hint>
      )}
    </Card>
  )
}

const OFFERS = [
  { label: 'Available CRMs', fits: (crm: CrmId) => !isSender(crm) },
  { label: 'Available senders', fits: isSender },
]

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
        {!canChange && <Hint>An owner of the account can connect CRMs and senders.</Hint>}
        {connections && connections.length > 0 && (
          <SimpleGrid component="ul" minColWidth="min(100%, 340px)" spacing="sm" aria-label="Connected CRMs">
            {connections.map((connection) => (
              <ConnectionCard
                key={connection.id}
                connection={connection}
                canChange={canChange}
                onAgain={() => connect(connection.crm)}
                onWins={() => show((state) => <WinsDialog {...state} connection={connection} />)}
                onOutcomes={() => show((state) => <OutcomesDialog {...state} connection={connection} />)}
                onDisconnect={() => confirmDisconnect(connection)}
              />
            ))}
          </SimpleGrid>
        )}
        {OFFERS.map(({ label, fits }) => {
          const offers = found.data?.offered.filter(({ crm }) => fits(crm)) ?? []
          if (offers.length === 0) return null
          return (
            <SimpleGrid
              key={label}
              component="ul"
              minColWidth="min(100%, 340px)"
              spacing="sm"
              aria-label={label}
            >
              {offers.map((offer) => (
                <OfferCard
                  key={offer.crm}
                  offer={offer}
                  canChange={canChange}
                  onConnect={() => connect(offer.crm)}
                />
              ))}
            </SimpleGrid>
          )
        })}
      </Stack>
      {dialog}
    </>
  )
}
