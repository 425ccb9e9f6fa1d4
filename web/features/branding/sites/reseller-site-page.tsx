import { DEFAULT_WHITE_LABEL_NAME } from '#contract/core/constants.ts'
import { usePathId } from '#web/lib/use-page-search.ts'
import { SiteSettings } from './site-settings.tsx'

/** The site of a reseller, for administrators. */
export function ResellerSitePage() {
  const id = usePathId()
  return (
    <SiteSettings
      title={(site) => (site ? (site.name ?? DEFAULT_WHITE_LABEL_NAME) : 'Reseller')}
      subtitle="Brand, domains and settings of this reseller"
      path={`/admin/resellers/${id}`}
      accountId={id}
      back={{ to: '/admin/resellers', label: 'Back to all resellers' }}
      tabs={['profile', 'brand', 'domains', 'sign-up', 'script', 'links']}
    />
  )
}
