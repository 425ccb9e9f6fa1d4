import { showList } from '#contract/leads/lists.ts'
import { listRef, useListRef } from '#web/lib/list-ref.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { usePageSearch } from '#web/lib/use-page-search.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { WebhookLog, webhookSearch } from './webhook-log.tsx'
import { WebhooksTable } from './webhooks-table.tsx'

export function ListWebhooksPage() {
  const [query, change] = usePageSearch(webhookSearch)
  const ref = useListRef()
  const list = useEndpoint(showList, { params: { id: ref?.id ?? 0 } }, { enabled: ref !== undefined })
  if (!ref) return <EmptyState title="This list does not exist" level={1} />
  if (list.isError && !list.data) return <LoadError what="The list" query={list} />
  const path = `/saved-lists/${listRef(ref.type, ref.id)}`
  const { webhook } = query
  if (webhook !== null) {
    const back = { to: `${path}/webhook`, label: 'Back to the webhooks of the list' }
    return <WebhookLog key={webhook} id={webhook} query={query} change={change} back={back} />
  }
  return (
    <WebhooksTable
      listId={ref.id}
      onOpen={(id, delivery) => change({ webhook: id, delivery: delivery ?? null })}
      around={(table, add) => (
        <>
          <PageHeader
            title="Webhooks of this list"
            subtitle={list.data?.data.name ?? '\u00a0'}
            back={{ to: path, label: 'Back to the list' }}
            actions={add}
          />
          {table}
        </>
      )}
    />
  )
}
