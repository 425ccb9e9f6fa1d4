import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { type Site, showSite } from '#contract/branding/site.ts'
import { oneOf, pageSearch } from '#web/lib/page-search.ts'
import { endpointQuery } from '#web/lib/query-client.ts'
import { usePageSearch } from '#web/lib/use-page-search.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { TabLinks } from '#web/ui/tab-links.tsx'
import { BrandTab } from './brand-tab.tsx'
import { DomainsTab } from './domains-tab.tsx'
import { LinksForm } from './links-form.tsx'
import { ProfileTab } from './profile-tab.tsx'
import { ScriptTab } from './script-tab.tsx'
import { SignUpTab } from './sign-up-tab.tsx'
import classes from './sites.module.css'

const TABS = {
  profile: { label: 'Profile', Tab: ProfileTab },
  brand: { label: 'Brand', Tab: BrandTab },
  domains: { label: 'Domains', Tab: DomainsTab },
  'sign-up': { label: 'Sign-up', Tab: SignUpTab },
  script: { label: 'Script and chat', Tab: ScriptTab },
  links: { label: 'Resources links', Tab: LinksForm },
} satisfies Record<string, { label: string; Tab: ComponentType<{ site: Site }> }>
type TabId = keyof typeof TABS

const search = pageSearch({ tab: oneOf<TabId, 'profile'>(Object.keys(TABS) as TabId[], 'profile') })

interface SiteSettingsProps {
  title: string
  subtitle: string
  /** Address of the page. */
  path: string
  tabs: readonly TabId[]
}

/** The site of the account in tabs, each with its own address: one page for resellers and one for the platform. */
export function SiteSettings({ title, subtitle, path, tabs }: SiteSettingsProps) {
  const [{ tab }] = usePageSearch(search)
  const found = useQuery({ ...endpointQuery(showSite), refetchOnWindowFocus: false })
  const shown = tabs.includes(tab) ? tab : 'profile'
  const { Tab } = TABS[shown]
  return (
    <>
      <PageHeader title={title} subtitle={subtitle}>
        <TabLinks
          label={title}
          tabs={tabs.map((id) => ({
            to: path,
            id,
            label: TABS[id].label,
            search: () => (id === 'profile' ? {} : { tab: id }),
          }))}
          current={shown}
        />
      </PageHeader>
      <div className={classes.page}>
        {found.isPending && (
          <div role="status" aria-label="Loading the settings" className={classes.skeleton}>
            <Skeleton height={58} />
            <Skeleton height={58} />
            <Skeleton height={120} />
          </div>
        )}
        {found.isError && !found.data && (
          <LoadError what="The settings" error={found.error} onRetry={() => void found.refetch()} />
        )}
        {found.data && <Tab key={shown} site={found.data.data} />}
      </div>
    </>
  )
}
