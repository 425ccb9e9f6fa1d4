import { SiteSettings } from './site-settings.tsx'

/** Brand of the platform, for administrators. */
export function BrandPage() {
  return (
    <SiteSettings
      title="Brand"
      subtitle="How this installation looks to everyone, except on resellers’ domains"
      path="/admin/brand"
      tabs={['profile', 'brand', 'domains', 'sign-up', 'script', 'links']}
    />
  )
}
