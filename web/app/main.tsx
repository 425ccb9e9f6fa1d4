import '../ui/fonts.css'
import '../ui/mantine-base-styles.ts'
import '../ui/global.css'
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { pageNonce, startBranding } from '../lib/branding.ts'
import { watchLinks } from '../lib/chunk-reload.ts'
import { watchErrors } from '../lib/error-report.ts'
import { queryClient } from '../lib/freshness.ts'
import { onSessionChange, readSession, watchSession } from '../lib/session.ts'
import { cssVariablesResolver, theme } from '../ui/theme.ts'
import { isGuarding, router } from './router.tsx'

const colorSchemes = localStorageColorSchemeManager({ key: 'color_scheme' })

/** Runs the guard again when the session changes: here, in another tab, or on the server. */
function followSession(): void {
  const accessKey = () => {
    const session = readSession()
    return `${session.status} ${session.status === 'signed-in' ? session.user.account.access.level : ''}`
  }
  let last = accessKey()
  onSessionChange(() => {
    const now = accessKey()
    if (now === last) return
    last = now
    if (!isGuarding()) void router.invalidate()
  })
}

/** Follows live events once someone is signed in; the sign-in page does not load the file. */
function followLive(): void {
  let isStarted = false
  const start = () => {
    if (isStarted || readSession().status !== 'signed-in') return
    isStarted = true
    import('../lib/live.ts').then(
      ({ startLive }) => startLive(),
      () => {
        isStarted = false
      },
    )
  }
  onSessionChange(start)
  start()
}

// The drawers' scroll lock adds its own style element and looks for the nonce here.
Object.assign(globalThis, { __webpack_nonce__: pageNonce() })
watchErrors()
watchLinks()
void startBranding()
watchSession()
followSession()
followLive()

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemes}
      getStyleNonce={pageNonce}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
