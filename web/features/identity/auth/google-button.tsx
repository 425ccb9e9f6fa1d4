import { Button, useComputedColorScheme } from '@mantine/core'
import {
  GoogleLogin,
  GoogleOAuthProvider,
  type UseGoogleLoginOptions,
  useGoogleLogin,
} from '@react-oauth/google'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { SiteSettings } from '#contract/branding/sites.ts'
import { pageNonce } from '../../../lib/branding.ts'
import { endpointQuery } from '../../../lib/query-client.ts'
import { authCalls } from './auth-endpoints.ts'
import {
  GOOGLE_LOAD_FAILURE,
  GOOGLE_SCOPE,
  type GoogleResponse,
  googleFailure,
  readToken,
  requireClientId,
} from './google-sign-in.ts'
import classes from './social-buttons.module.css'
import type { VendorButtonProps } from './vendor-button.ts'

type GoogleSettings = NonNullable<SiteSettings['social']['google']>
type Props = VendorButtonProps<GoogleSettings>
type Library = 'loading' | 'ready' | 'failed'

const icon = (
  <svg width="18" height="18" viewBox="0 0 48 48" aria-hidden="true">
    <path
      fill="#EA4335"
      d="M24 9.5c3.54 0 6.71 1.22 9.21 3.6l6.85-6.85C35.9 2.38 30.47 0 24 0 14.62 0 6.51 5.38 2.56 13.22l7.98 6.19C12.43 13.72 17.74 9.5 24 9.5z"
    />
    <path
      fill="#4285F4"
      d="M46.98 24.55c0-1.57-.15-3.09-.38-4.55H24v9.02h12.94c-.58 2.96-2.26 5.48-4.78 7.18l7.73 6c4.51-4.18 7.09-10.36 7.09-17.65z"
    />
    <path
      fill="#FBBC05"
      d="M10.53 28.59c-.48-1.45-.76-2.99-.76-4.59s.27-3.14.76-4.59l-7.98-6.19C.92 16.46 0 20.12 0 24c0 3.88.92 7.54 2.56 10.78l7.97-6.19z"
    />
    <path
      fill="#34A853"
      d="M24 48c6.48 0 11.93-2.13 15.89-5.81l-7.73-6c-2.15 1.45-4.92 2.3-8.16 2.3-6.26 0-11.57-4.22-13.47-9.91l-7.98 6.19C6.51 42.62 14.62 48 24 48z"
    />
  </svg>
)

function ContinueButton({ busy, onClick }: { busy: boolean; onClick: () => void }) {
  return (
    <Button variant="default" size="sm" fullWidth leftSection={icon} loading={busy} onClick={onClick}>
      Continue with Google
    </Button>
  )
}

interface LoadedProps extends Props {
  library: Library
  /** Clicked, but not started yet. */
  clicked: boolean
  setClicked: (clicked: boolean) => void
}

/** Opens Google's window for a code or an access token. */
function PopupButton({ settings, busy, onToken, onFailure, library, clicked, setClicked }: LoadedProps) {
  const type = settings.popup_type
  const take = (answer: GoogleResponse) => {
    const token = readToken(type, answer)
    if (token) onToken(token)
    else onFailure(googleFailure(undefined))
  }
  const start = useGoogleLogin({
    flow: type === 'TOKEN' ? 'implicit' : 'auth-code',
    scope: GOOGLE_SCOPE,
    overrideScope: true,
    onSuccess: take,
    onError: ({ error }: { error?: string }) => onFailure(googleFailure(error)),
    onNonOAuthError: ({ type: reason }: { type: string }) => onFailure(googleFailure(reason)),
  } as UseGoogleLoginOptions as { flow: 'auth-code' })
  // Clicked while the library was loading: continues once it is ready.
  useEffect(() => {
    if (!clicked || library === 'loading') return
    setClicked(false)
    if (library === 'ready') start()
    else onFailure(new Error(GOOGLE_LOAD_FAILURE))
  }, [clicked, library, start, onFailure, setClicked])
  const click = () => {
    onFailure(undefined)
    // From the click itself, or the browser would block the window.
    if (library === 'ready') start()
    else setClicked(true)
  }
  return <ContinueButton busy={busy || clicked} onClick={click} />
}

/** A nonce is valid for an hour. */
const NONCE_AGE_MS = 50 * 60_000

/** Google's own button, which returns an ID credential. It contains our server's nonce and is accepted once. */
function CredentialButton({ onToken, onFailure, library }: LoadedProps) {
  const place = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  const scheme = useComputedColorScheme('light')
  const nonce = useQuery({
    ...endpointQuery(authCalls.socialNonce),
    staleTime: NONCE_AGE_MS,
    refetchInterval: NONCE_AGE_MS,
    gcTime: 0,
  })
  useEffect(() => {
    if (nonce.error) onFailure(nonce.error)
  }, [nonce.error, onFailure])
  useLayoutEffect(() => setWidth(Math.min(400, place.current?.offsetWidth ?? 0)), [])
  useEffect(() => {
    if (library === 'failed') onFailure(new Error(GOOGLE_LOAD_FAILURE))
  }, [library, onFailure])
  return (
    <div ref={place} className={classes.credential}>
      {width > 0 && nonce.data && (
        <GoogleLogin
          // Google's library takes the nonce when it starts.
          key={nonce.data.data.nonce}
          nonce={nonce.data.data.nonce}
          width={width}
          theme={scheme === 'dark' ? 'filled_black' : 'outline'}
          text="continue_with"
          onSuccess={(answer) => {
            const token = readToken('CREDENTIAL', answer)
            if (token) onToken(token)
            void nonce.refetch()
          }}
          onError={() => onFailure(googleFailure(undefined))}
        />
      )}
    </div>
  )
}

/** Whether the loaded script is Google's library and not a blocker's empty file. */
const isLibraryThere = (): boolean =>
  Boolean((window as { google?: { accounts?: unknown } }).google?.accounts)

/** Signing in with Google, in the mode chosen by the site. */
export function GoogleButton(props: Props) {
  const { settings, onFailure } = props
  const [round, setRound] = useState(0)
  const [library, setLibrary] = useState<Library>('loading')
  const [clicked, setClicked] = useState(false)
  const want = (value: boolean) => {
    setClicked(value)
    if (!value || library !== 'failed') return
    setLibrary('loading')
    setRound(round + 1)
  }
  let clientId: string
  try {
    clientId = requireClientId(settings.client_id)
  } catch (error) {
    return <ContinueButton busy={false} onClick={() => onFailure(error)} />
  }
  const Way = settings.popup_type === 'CREDENTIAL' ? CredentialButton : PopupButton
  return (
    <GoogleOAuthProvider
      key={round}
      clientId={clientId}
      nonce={pageNonce()}
      onScriptLoadSuccess={() => setLibrary(isLibraryThere() ? 'ready' : 'failed')}
      onScriptLoadError={() => setLibrary('failed')}
    >
      <Way {...props} library={library} clicked={clicked} setClicked={want} />
    </GoogleOAuthProvider>
  )
}
