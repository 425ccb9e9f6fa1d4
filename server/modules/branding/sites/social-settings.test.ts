import { expect, it } from 'vitest'
import { createSecretBox } from '#server/platform/crypto/secret-box.ts'
import type { SitePlatform } from './site-platform.ts'
import type { SiteRow } from './sites-store.ts'
import { vendorContext, vendorCredentials } from './social-settings.ts'

const box = createSecretBox('a key for tests only, never for real')
const platform = {
  google: { clientId: 'platform-client', clientSecret: 'platform secret' },
  facebook: { appId: '1000', appSecret: 'platform app secret' },
} as SitePlatform
const site = (own: Partial<SiteRow>) =>
  ({
    id: 7,
    google_client_id: null,
    google_client_secret_sealed: null,
    facebook_app_id: null,
    facebook_app_secret_sealed: null,
    ...own,
  }) as SiteRow
const of = (provider: 'google' | 'facebook', own: Partial<SiteRow>) =>
  vendorCredentials(provider, { site: site(own), platform, isPlatforms: false, secretBox: box })

it.each([
  ['google', 'google_client_id', 'google_client_secret_sealed'],
  ['facebook', 'facebook_app_id', 'facebook_app_secret_sealed'],
] as const)("a site's own %s client is used with its own secret, or with none", (provider, id, secret) => {
  const sealed = box.seal('own secret', vendorContext(provider, 7))
  expect(of(provider, { [id]: 'own-client', [secret]: sealed })).toEqual({
    clientId: 'own-client',
    clientSecret: 'own secret',
  })
  expect(of(provider, { [id]: 'own-client' })).toEqual({ clientId: 'own-client', clientSecret: null })
})
