import { Group, Stack } from '@mantine/core'
import IconTarget from '@tabler/icons-react/dist/esm/icons/IconTarget.mjs'
import { type IcpSuggestions, icpSuggestions, NO_PATTERN } from '#contract/ai/icp.ts'
import { formatNumber } from '#web/lib/format.ts'
import { ownsModule, useUser } from '#web/lib/session.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import { ButtonLink } from '../../../ui/links.tsx'
import { SegmentCard } from './segment-card.tsx'

/** What the account's leads show when no segment is based on them. */
function NoSegments({ found }: { found: IcpSuggestions }) {
  const hasLeads = ownsModule(useUser(), 'leads')
  return (
    <EmptyState
      icon={IconTarget}
      title={found.state === 'no_pattern' ? NO_PATTERN : 'Not enough won leads yet'}
      action={
        hasLeads && (
          <Group gap="xs" justify="center">
            <ButtonLink to="/lead-search/saved-lists">Mark won leads</ButtonLink>
            <ButtonLink to="/lead-search/import" variant="default">
              Import customers
            </ButtonLink>
          </Group>
        )
      }
    >
      {found.state === 'no_pattern'
        ? `We compared ${formatNumber(found.matching)} of ${formatNumber(found.leads)} leads with the rest. No kind of lead stands out more than chance would explain.`
        : found.summary}
    </EmptyState>
  )
}

function Suggestions() {
  const query = useEndpoint(icpSuggestions)
  if (query.isPending) return <SkeletonRows rows={3} height={140} label="Loading suggestions" />
  if (query.isError) return <LoadError what="The suggestions" query={query} />
  const found = query.data.data
  return (
    <Stack gap="md" p="lg" maw={960}>
      {found.state !== 'found' && <NoSegments found={found} />}
      {found.segments.map((segment) => (
        <SegmentCard key={segment.key} segment={segment} hasModel={found.has_model} />
      ))}
    </Stack>
  )
}

/** Kinds of leads that become customers more often than others, with their figures. */
export function IcpPage() {
  return (
    <>
      <PageHeader
        title="ICP Suggestions"
        subtitle="Segments your customers come from, based on your own leads and what you say about your business"
      />
      <Suggestions />
    </>
  )
}
