import { SiteSettings } from './site-settings.tsx'

/** Profile, brand, domains and sign-up of a reseller. */
export function BusinessAccountPage() {
  return (
    <SiteSettings
      title="Business Account"
      subtitle="How your customers see you"
      path="/whitelabel/business-account"
      tabs={['profile', 'brand', 'domains', 'sign-up', 'script']}
    />
  )
}
