import type { SiteSettings } from '#contract/branding/sites.ts'
import { pageNonce } from '../../../lib/branding.ts'
import { INJECTED_ATTRIBUTE } from '../../../lib/injected.ts'
import type { SocialToken } from './sign-in-flow.ts'

export type FacebookSettings = NonNullable<SiteSettings['social']['facebook']>

/** Result of FB.login. */
export interface FacebookResponse {
  status?: string
  authResponse?: { accessToken?: string } | null
}

/** The used part of Facebook's SDK. */
export interface FacebookSdk {
  init: (options: { appId: string; version: string; cookie: boolean; xfbml: boolean }) => void
  login: (done: (answer: FacebookResponse) => void, options: { scope: string }) => void
  AppEvents: { logPageView: () => void }
}

declare global {
  interface Window {
    FB?: FacebookSdk
  }
}

const SDK_URL = 'https://connect.facebook.net/en_US/sdk.js'
const SCOPE = 'public_profile,email'
/** Timeout of the SDK: some blockers neither answer nor refuse. */
const LOAD_LIMIT_MS = 15_000

const loadFailure = () =>
  new Error('We couldn’t load Facebook sign-in. A content blocker may be blocking it.')

function loadScript(): Promise<FacebookSdk> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    const fail = () => {
      script.remove()
      reject(loadFailure())
    }
    const timer = setTimeout(fail, LOAD_LIMIT_MS)
    script.src = SDK_URL
    script.async = true
    script.crossOrigin = 'anonymous'
    script.nonce = pageNonce()
    script.setAttribute(INJECTED_ATTRIBUTE, 'facebook-sdk')
    script.onerror = () => {
      clearTimeout(timer)
      fail()
    }
    script.onload = () => {
      clearTimeout(timer)
      if (window.FB) resolve(window.FB)
      else fail()
    }
    document.head.append(script)
  })
}

let loading: Promise<FacebookSdk> | undefined

/** Loads Facebook's SDK and initialises it for the site, once; after a failure it is tried again. */
export function loadFacebook({ app_id, version, page_view }: FacebookSettings): Promise<FacebookSdk> {
  loading ??= loadScript().then(
    (sdk) => {
      sdk.init({ appId: app_id, version, cookie: false, xfbml: false })
      if (page_view) sdk.AppEvents.logPageView()
      return sdk
    },
    (error) => {
      loading = undefined
      throw error
    },
  )
  return loading
}

/**
 * The token of a result; undefined when the person closed the window (Facebook calls that `unknown`).
 * @throws Error when the permission was not given
 */
export function facebookToken({ status, authResponse }: FacebookResponse): SocialToken | undefined {
  const token = authResponse?.accessToken
  if (status === 'connected' && token) return { provider: 'facebook', token, type: 'access_token' }
  if (status === 'not_authorized') throw new Error('Facebook didn’t get permission to sign you in.')
  return undefined
}

/** Opens Facebook's window. Call it from a click with the SDK loaded. @throws Error as `facebookToken` */
export const facebookSignIn = (sdk: FacebookSdk): Promise<SocialToken | undefined> =>
  new Promise<FacebookResponse>((resolve) => sdk.login(resolve, { scope: SCOPE })).then(facebookToken)
