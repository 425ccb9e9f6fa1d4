import { SiteSettings } from '../features/branding/sites/site-settings.tsx'
import { AuditPageTab } from '../features/prospecting/audit-page/audit-page-tab.tsx'

/** Profile, brand, domains, sign-up and audit page of a reseller. */
export function BusinessAccountPage() {
  return (
    <SiteSettings
      title="Business Account"
      subtitle="How your customers see you"
      path="/whitelabel/business-account"
      tabs={['profile', 'brand', 'domains', 'sign-up', 'audit-page', 'script']}
      auditPage={AuditPageTab}
    />
  )
}
