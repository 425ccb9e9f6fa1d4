import { Drawer } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import '../ui/mantine-app-styles.ts'
import { Box } from '@mantine/core'
import { RunsDrawer } from '../features/activity/runs/runs-drawer.tsx'
import { ChecklistCard } from '../features/identity/checklist/checklist-card.tsx'
import { ChecklistDrawer } from '../features/identity/checklist/checklist-drawer.tsx'
import { useChecklistRefresh } from '../features/identity/checklist/use-checklist.ts'
import { readBrand } from '../lib/branding.ts'
import { closeCreditsDialog, useCreditsDialog } from '../lib/credits-dialog.ts'
import { closeLogInAs, useLogInAs } from '../lib/log-in-as.ts'
import { useSession, useUser } from '../lib/session.ts'
import { startSupportChat } from '../lib/support-chat.ts'
import { loadLater } from '../ui/load-later.tsx'
import { Notice } from '../ui/notice.tsx'
import { useLateMount } from '../ui/use-late-mount.ts'
import classes from './base-layout.module.css'
import { ConnectionBanner } from './connection-banner.tsx'
import { KeyList } from './key-list.tsx'
import { notePage } from './last-page.ts'
import { RunWebsites } from './run-websites.tsx'
import { SideNav } from './side-nav.tsx'
import { RetryPage } from './status-pages.tsx'
import { TopBar } from './top-bar.tsx'
import { useAppKeys } from './use-app-keys.ts'
import { useHeadingFocus } from './use-heading-focus.ts'

/** Whether the side bar shows icons only, remembered by this browser. */
const NARROW = { key: 'nav_narrow', defaultValue: 0, getInitialValueInEffect: false, sync: false }

/** Why the account is read-only, or will be soon. */
const AccessBanner = ({ message }: { message: string | null }) => (
  <div role="status">
    {message && (
      <Box px="md" pt="sm">
        <Notice tone="warning">{message}</Notice>
      </Box>
    )}
  </div>
)

const CommandPalette = loadLater(async () => (await import('./palette/command-palette.tsx')).CommandPalette)

const SessionEndedDialog = loadLater(
  async () => (await import('../features/identity/auth/session-ended-dialog.tsx')).SessionEndedDialog,
)

/** Mounted on first use, then opened and closed. */
function usePalette() {
  const [state, setState] = useState({ requested: false, opened: false })
  const toggle = useCallback(() => setState(({ opened }) => ({ requested: true, opened: !opened })), [])
  const close = useCallback(() => setState((now) => ({ ...now, opened: false })), [])
  return { ...state, toggle, close }
}

const ActingBar = loadLater(
  async () => (await import('../features/identity/log-in-as/acting-bar.tsx')).ActingBar,
)
const CreditsDialog = loadLater(
  async () => (await import('../features/accounts/wallet/credits-dialog.tsx')).CreditsDialog,
)
const LogInAsDialog = loadLater(
  async () => (await import('../features/identity/log-in-as/log-in-as-dialog.tsx')).LogInAsDialog,
)
const ActingEnded = loadLater(
  async () => (await import('../features/identity/log-in-as/acting-ended.tsx')).ActingEnded,
)

/** The sidebar on small screens. */
function NavDrawer({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { isMounted, opened } = useLateMount(isOpen)
  if (!isMounted) return null
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="left"
      size={240}
      padding={0}
      withCloseButton={false}
      styles={{ body: { height: '100%' } }}
      attributes={{ content: { 'aria-label': 'Navigation' } }}
    >
      <SideNav narrow={false} onFollow={onClose} />
    </Drawer>
  )
}

function SignedIn({ acting }: { acting: boolean }) {
  const [navOpen, setNavOpen] = useState(false)
  const [keysOpen, setKeysOpen] = useState(false)
  const [narrow, setNarrow] = useLocalStorage(NARROW)
  const palette = usePalette()
  const showKeyList = useCallback(() => setKeysOpen(true), [])
  useAppKeys(
    useMemo(() => ({ palette: palette.toggle, keyList: showKeyList }), [palette.toggle, showKeyList]),
  )
  useChecklistRefresh()
  useHeadingFocus()
  const user = useUser()
  const href = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.href })
  // While logged in as someone, their own place stays.
  useEffect(() => {
    if (href !== undefined && !acting) notePage(user.id, href)
  }, [href, acting, user.id])
  // While logged in as someone, you must not write to support in their name.
  useEffect(() => (acting ? undefined : startSupportChat(readBrand().chat, user)), [acting, user])
  const logInAs = useLogInAs()
  const credits = useCreditsDialog()
  return (
    <div className={classes.root}>
      <a className={classes.skip} href="#content">
        Skip to content
      </a>
      <div className={classes.side}>
        <SideNav narrow={narrow === 1} onToggle={() => setNarrow(1 - narrow)} />
      </div>
      <NavDrawer isOpen={navOpen} onClose={() => setNavOpen(false)} />
      <div className={classes.column}>
        <TopBar onMenu={() => setNavOpen(true)} onPalette={palette.toggle} onKeyList={showKeyList} />
        <ConnectionBanner />
        <AccessBanner message={user.account.access.message} />
        {acting && (
          <Suspense>
            <ActingBar />
          </Suspense>
        )}
        <main
          id="content"
          className={classes.main}
          tabIndex={-1}
          data-in-order
          data-scroll-restoration-id="content"
        >
          <ChecklistCard />
          <Outlet />
        </main>
      </div>
      <RunsDrawer Websites={RunWebsites} />
      <ChecklistDrawer />
      <KeyList isOpen={keysOpen} onClose={() => setKeysOpen(false)} />
      {logInAs && (
        <Suspense>
          <LogInAsDialog opened onClose={closeLogInAs} accountId={logInAs.accountId} />
        </Suspense>
      )}
      {credits && (
        <Suspense>
          <CreditsDialog opened onClose={closeCreditsDialog} {...credits} />
        </Suspense>
      )}
      {palette.requested && (
        <Suspense>
          <CommandPalette opened={palette.opened} onClose={palette.close} onKeyList={showKeyList} />
        </Suspense>
      )}
    </div>
  )
}

/** Layout of every signed-in page. Shows only the retry page while the user is unknown. */
export function BaseLayout() {
  const session = useSession()
  if (session.status === 'unreachable') return <RetryPage error={session.error} />
  if (session.status !== 'signed-in') return null
  return (
    <>
      <SignedIn key={session.user.id} acting={session.user.acting !== null} />
      {session.ended !== undefined && (
        <Suspense>
          {session.user.acting ? <ActingEnded /> : <SessionEndedDialog why={session.ended} />}
        </Suspense>
      )}
    </>
  )
}
