import { Anchor, Button, CopyButton, Drawer, Text } from '@mantine/core'
import { type DataSource, listDataSources } from '#contract/leads/lists.ts'
import { formatCount, formatDay } from '#web/lib/format.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import classes from './lead-history.module.css'

function SourceLine({ source }: { source: DataSource }) {
  const facts = [
    formatCount(source.leads, 'lead'),
    source.licence ?? 'no license stated',
    source.data_as_of ? `as of ${formatDay(source.data_as_of)}` : null,
  ]
  return (
    <li>
      <Text component="span" fw={500}>
        {source.source}
      </Text>
      <Text component="span" c="dimmed">
        {facts.filter(Boolean).join(' · ')}
      </Text>
      <Text component="span" c="dimmed">
        {source.attribution_url ? (
          <Anchor href={source.attribution_url} target="_blank" rel="noreferrer" inherit>
            {source.attribution}
          </Anchor>
        ) : (
          source.attribution
        )}
      </Text>
    </li>
  )
}

function Body({ id }: { id: number }) {
  const found = useEndpoint(listDataSources, { params: { id } })
  if (found.isPending) return <SkeletonRows rows={3} height={56} label="Loading the data sources" />
  if (found.isError) return <LoadError what="The data sources" query={found} />
  const sources = found.data.data
  if (sources.length === 0)
    return <EmptyState title="No leads yet">The sources of your leads will appear here.</EmptyState>
  const lines = [...new Set(sources.map(({ attribution }) => attribution))]
  return (
    <>
      <Text c="dimmed">Credit these wherever you publish or share the leads.</Text>
      <ol className={classes.history}>
        {sources.map((source) => (
          <SourceLine key={`${source.source} ${source.licence}`} source={source} />
        ))}
      </ol>
      <CopyButton value={lines.join('\n')}>
        {({ copied, copy }) => (
          <Button variant="default" mt="md" onClick={copy}>
            {copied ? 'Copied' : 'Copy attribution'}
          </Button>
        )}
      </CopyButton>
    </>
  )
}

/** Sources of a list's leads, with their attribution. */
export function DataSourcesPanel({
  id,
  opened,
  onClose,
}: {
  id: number
  opened: boolean
  onClose: () => void
}) {
  return (
    <Drawer opened={opened} onClose={onClose} title="Data sources" size={400}>
      <Body id={id} />
    </Drawer>
  )
}
