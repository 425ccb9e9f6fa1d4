import { Checkbox, Group, Skeleton, Stack, Switch, TextInput } from '@mantine/core'
import type { ComponentProps, ComponentType } from 'react'
import { type Site, showSite } from '#contract/branding/site.ts'
import { DEFAULT_WHITE_LABEL_NAME } from '#contract/core/constants.ts'
import { CRM_KINDS, CRMS } from '#contract/core/crms/index.ts'
import { oneOf, pageSearch } from '#web/lib/page-search.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { usePageSearch } from '#web/lib/use-page-search.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { PageBody } from '#web/ui/page-body.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { TabLinks } from '#web/ui/tab-links.tsx'
import { BrandTab } from './brand-tab.tsx'
import { DomainsTab } from './domains-tab.tsx'
import { LinksForm } from './links-form.tsx'
import { ScriptTab } from './script-tab.tsx'
import { SignUpTab } from './sign-up-tab.tsx'
import { SiteForm, useSiteForm } from './site-form.tsx'
import { SitePreview } from './site-preview.tsx'
import { profileValues, toProfile, withChanges } from './site-values.ts'

/** Profile of the business for its customers, and its offers. */
function ProfileTab({ site }: { site: Site }) {
  const form = useSiteForm(site, profileValues(site), toProfile)
  return (
    <SiteForm form={form} aside={<SitePreview brand={withChanges(site, toProfile(form.values))} />}>
      <TextInput
        {...form.field('name')}
        autoComplete="off"
        label="Name"
        placeholder={DEFAULT_WHITE_LABEL_NAME}
        description="In page titles, emails and on the sign-in page"
        maxLength={100}
        dir="auto"
      />
      <TextInput
        {...form.field('support_email')}
        autoComplete="off"
        label="Support email"
        placeholder="support@yourbrand.com"
        description="Shown on the sign-in page, in help and in emails"
        maxLength={254}
      />
      <TextInput
        {...form.field('mail_from')}
        autoComplete="off"
        label="Sender of emails"
        placeholder="hello@yourbrand.com"
        description="An address at one of your verified domains. Without one, emails come from the installation’s address, with your name beside it"
        maxLength={254}
      />
      <Checkbox.Group {...form.field('crms')} label="CRMs that can be connected">
        <Group gap="8px 20px" mt={4}>
          {CRMS.map((crm) => (
            <Checkbox key={crm} value={crm} label={CRM_KINDS[crm].label} />
          ))}
        </Group>
      </Checkbox.Group>
      <Switch
        {...form.field('show_training_center', 'checkbox')}
        label="Training center"
        description="Show the onboarding courses to your customers"
      />
    </SiteForm>
  )
}

/** What another feature shows here. */
const Nothing = () => null

const TABS = {
  profile: { label: 'Profile', Tab: ProfileTab },
  brand: { label: 'Brand', Tab: BrandTab },
  domains: { label: 'Domains', Tab: DomainsTab },
  'sign-up': { label: 'Sign-up', Tab: SignUpTab },
  'audit-page': { label: 'Audit page', Tab: Nothing },
  script: { label: 'Script and chat', Tab: ScriptTab },
  links: { label: 'Resources links', Tab: LinksForm },
} satisfies Record<string, { label: string; Tab: ComponentType<{ site: Site }> }>
type TabId = keyof typeof TABS

const search = pageSearch({ tab: oneOf<TabId, 'profile'>(Object.keys(TABS) as TabId[], 'profile') })

interface SiteSettingsProps {
  title: string | ((site: Site | undefined) => string)
  subtitle: string
  /** Address of the page. */
  path: string
  /** The account of the site; your own by default. */
  accountId?: number
  back?: ComponentProps<typeof PageHeader>['back']
  tabs: readonly TabId[]
  auditPage?: ComponentType<{ site: Site }>
}

/** A site in tabs with their own addresses: for resellers, for the platform, and of a reseller for administrators. */
export function SiteSettings({ title, subtitle, path, accountId, back, tabs, auditPage }: SiteSettingsProps) {
  const [{ tab }] = usePageSearch(search)
  const query = accountId === undefined ? {} : { account_id: accountId }
  const found = useEndpoint(showSite, { query }, { refetchOnWindowFocus: false })
  const heading = typeof title === 'string' ? title : title(found.data?.data)
  const shown = tabs.includes(tab) ? tab : 'profile'
  const Tab = shown === 'audit-page' && auditPage ? auditPage : TABS[shown].Tab
  return (
    <>
      <PageHeader title={heading} subtitle={subtitle} {...(back && { back })}>
        <TabLinks
          label={heading}
          tabs={tabs.map((id) => ({
            to: path,
            id,
            label: TABS[id].label,
            search: () => (id === 'profile' ? {} : { tab: id }),
          }))}
          current={shown}
        />
      </PageHeader>
      <PageBody>
        {found.isPending && (
          <Stack role="status" aria-label="Loading the settings" maw={448}>
            <Skeleton height={58} />
            <Skeleton height={58} />
            <Skeleton height={120} />
          </Stack>
        )}
        {found.isError && !found.data && <LoadError what="The settings" query={found} />}
        {found.data && <Tab key={shown} site={found.data.data} />}
      </PageBody>
    </>
  )
}
