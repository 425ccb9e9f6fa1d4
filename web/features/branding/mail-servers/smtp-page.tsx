import { Skeleton, Stack } from '@mantine/core'
import type { ComponentType } from 'react'
import { type MailServer, showMailServer } from '#contract/branding/mail-server.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { usePageSearch } from '#web/lib/use-page-search.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { PageBody } from '#web/ui/page-body.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { TabLinks } from '#web/ui/tab-links.tsx'
import { DnsTab } from './dns-tab.tsx'
import { EventSources } from './event-sources.tsx'
import { SendLog } from './send-log.tsx'
import { ServerTab } from './server-tab.tsx'
import { SMTP_TABS, type SmtpTab, smtpSearch } from './smtp-search.ts'
import { Suppressed } from './suppressed.tsx'

const TABS: Record<SmtpTab, { label: string; Tab: ComponentType<{ server: MailServer }> }> = {
  server: { label: 'Mail server', Tab: ServerTab },
  domain: { label: 'Domain', Tab: DnsTab },
  bounces: { label: 'Bounces', Tab: EventSources },
  log: { label: 'Sent emails', Tab: SendLog },
  suppressed: { label: 'Suppressed', Tab: Suppressed },
}

interface SmtpProps {
  title: string
  subtitle: string
  path: string
}

/** Server, DNS records and send log of the account's brand: one page for resellers and one for the platform. */
function Smtp({ title, subtitle, path }: SmtpProps) {
  const [{ tab }] = usePageSearch(smtpSearch)
  const found = useEndpoint(showMailServer, {}, { refetchOnWindowFocus: false })
  const { Tab } = TABS[tab]
  return (
    <>
      <PageHeader title={title} subtitle={subtitle}>
        <TabLinks
          label={title}
          tabs={SMTP_TABS.map((id) => ({
            to: path,
            id,
            label: TABS[id].label,
            search: () => (id === 'server' ? {} : { tab: id }),
          }))}
          current={tab}
        />
      </PageHeader>
      <PageBody {...((tab === 'log' || tab === 'suppressed') && { p: 0 })}>
        {found.isPending && (
          <Stack role="status" aria-label="Loading the mail server" maw={448}>
            <Skeleton height={58} />
            <Skeleton height={58} />
          </Stack>
        )}
        {found.isError && !found.data && <LoadError what="The mail server" query={found} />}
        {found.data && <Tab key={tab} server={found.data.data} />}
      </PageBody>
    </>
  )
}

/** Mail of a reseller's brand. */
export function SmtpPage() {
  return <Smtp title="SMTP" subtitle="How emails reach your customers" path="/whitelabel/smtp" />
}

/** Mail of the platform, for administrators. */
export function PlatformSmtpPage() {
  return (
    <Smtp
      title="Platform email server"
      subtitle="Sends emails for this installation, and for resellers without their own mail server"
      path="/admin/smtp"
    />
  )
}
