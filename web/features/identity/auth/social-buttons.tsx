import { Suspense, useState } from 'react'
import type { SiteSettings } from '#contract/branding/sites.ts'
import { useBrand } from '../../../lib/branding.ts'
import { loadLater } from '../../../ui/load-later.tsx'
import type { SocialToken } from './sign-in-flow.ts'
import classes from './social-buttons.module.css'
import type { SignIn } from './use-sign-in.ts'
import type { VendorButtonProps } from './vendor-button.ts'

type Social = SiteSettings['social']
type Google = VendorButtonProps<NonNullable<Social['google']>>
type Facebook = VendorButtonProps<NonNullable<Social['facebook']>>

const GoogleButton = loadLater<Google>(async () => (await import('./google-button.tsx')).GoogleButton)
const FacebookButton = loadLater<Facebook>(async () => (await import('./facebook-button.tsx')).FacebookButton)
const OpenIdButton = loadLater(async () => (await import('./openid-button.tsx')).OpenIdButton)

/** Buttons of the vendors set up for the site. Nothing of the others is loaded. */
export function SocialButtons({
  signIn,
  onFailure,
}: {
  signIn: SignIn
  onFailure: (failure: unknown) => void
}) {
  const { social } = useBrand()
  const [busy, setBusy] = useState<SocialToken['provider']>()
  if (!social.google && !social.facebook && !social.openid) return null
  const onToken = async (token: SocialToken) => {
    onFailure(undefined)
    setBusy(token.provider)
    try {
      await signIn.attempt({ way: 'social', ...token })
    } catch (error) {
      onFailure(error)
    } finally {
      setBusy(undefined)
    }
  }
  const shared = { onToken, onFailure }
  const place = <div className={classes.place} />
  return (
    <div className={classes.root}>
      <div className={classes.or}>or</div>
      {social.openid && (
        <Suspense fallback={place}>
          <OpenIdButton label={social.openid.label} onFailure={onFailure} />
        </Suspense>
      )}
      {social.google && (
        <Suspense fallback={place}>
          <GoogleButton settings={social.google} busy={busy === 'google'} {...shared} />
        </Suspense>
      )}
      {social.facebook && (
        <Suspense fallback={place}>
          <FacebookButton settings={social.facebook} busy={busy === 'facebook'} {...shared} />
        </Suspense>
      )}
    </div>
  )
}
