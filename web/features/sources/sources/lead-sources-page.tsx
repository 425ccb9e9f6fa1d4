import { SimpleGrid, Text } from '@mantine/core'
import { useState } from 'react'
import { deleteSourceKey, type LeadSourceEntry, leadSources } from '#contract/sources/lead-sources.ts'
import { call } from '#web/lib/api.ts'
import { useCan } from '#web/lib/session.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Hint } from '#web/ui/hint.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import { IntegrationPage } from '../../../ui/integration-page.tsx'
import { ConnectDialog } from './connect-dialog.tsx'
import { SourceCard } from './source-card.tsx'
import { makeGroups, withoutKeyLabel } from './source-labels.ts'

/** Lead sources: those that work without a key, and keys for the others. */
export function LeadSourcesPage() {
  const found = useEndpoint(leadSources)
  const canChange = useCan('manage_sources')
  const [connecting, setConnecting] = useState<LeadSourceEntry | null>(null)
  const [leaving, setLeaving] = useState<LeadSourceEntry | null>(null)
  const sources = found.data?.data
  return (
    <IntegrationPage title="Lead sources">
      {found.isError && !sources && <LoadError what="The sources" query={found} />}
      {found.isPending && <SkeletonRows rows={4} height={120} label="Loading the sources" />}
      {!canChange && <Hint>An owner of the account can change keys.</Hint>}
      {makeGroups(sources ?? []).map(({ id, title, text, sources: some }) => (
        <section key={id} aria-labelledby={`sources-${id}`}>
          <h2 id={`sources-${id}`}>{title}</h2>
          <Text mt={2} mb="sm" c="dimmed">
            {text}
          </Text>
          <SimpleGrid component="ul" minColWidth="min(100%, 320px)" spacing="sm">
            {some.map((source) => (
              <SourceCard
                key={source.id}
                source={source}
                canChange={canChange}
                onConnect={setConnecting}
                onDisconnect={setLeaving}
              />
            ))}
          </SimpleGrid>
        </section>
      ))}
      <ConnectDialog source={connecting} onClose={() => setConnecting(null)} />
      <ConfirmDialog
        opened={leaving !== null}
        title={`Disconnect ${leaving?.label ?? ''}?`}
        confirmLabel="Disconnect"
        danger
        onClose={() => setLeaving(null)}
        onConfirm={() => leaving && call(deleteSourceKey, { params: { id: leaving.id }, quiet: 'errors' })}
      >
        {leaving && withoutKeyLabel(leaving)} The key is permanently deleted.
      </ConfirmDialog>
    </IntegrationPage>
  )
}
