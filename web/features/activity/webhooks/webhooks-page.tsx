import { usePageSearch } from '#web/lib/use-page-search.ts'
import { IntegrationHead } from '#web/ui/integration-head.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { WebhookLog, webhookSearch } from './webhook-log.tsx'
import { WebhooksTable } from './webhooks-table.tsx'

/** Webhooks of the account and of its lists, and the log of the selected one. */
export function WebhooksPage() {
  const [query, change] = usePageSearch(webhookSearch)
  const { webhook } = query
  if (webhook !== null) {
    const back = { to: '/integration/webhook', label: 'Back to all webhooks' }
    return <WebhookLog key={webhook} id={webhook} query={query} change={change} back={back} />
  }
  return (
    <WebhooksTable
      listId={null}
      onOpen={(id, delivery) => change({ webhook: id, delivery: delivery ?? null })}
      around={(table, add) => (
        <>
          <IntegrationHead title="Webhooks" actions={add} />
          {table}
        </>
      )}
    />
  )
}

/** Webhooks of a reseller about its customers. */
export function CustomerWebhooksPage() {
  const [query, change] = usePageSearch(webhookSearch)
  const { webhook } = query
  if (webhook !== null) {
    const back = { to: '/whitelabel/webhook', label: 'Back to all webhooks' }
    return <WebhookLog key={webhook} id={webhook} query={query} change={change} back={back} />
  }
  return (
    <WebhooksTable
      listId={null}
      ofCustomers
      onOpen={(id, delivery) => change({ webhook: id, delivery: delivery ?? null })}
      around={(table, add) => (
        <>
          <PageHeader
            title="Webhook"
            subtitle="Notifies your systems about your customers’ accounts"
            actions={add}
          />
          {table}
        </>
      )}
    />
  )
}
