import { Drawer, useMantineColorScheme } from '@mantine/core'
import { Outlet, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import '../ui/mantine-app-styles.ts'
import { ChecklistCard } from '../features/checklist/checklist-card.tsx'
import { ChecklistDrawer } from '../features/checklist/checklist-drawer.tsx'
import { useChecklistRefresh } from '../features/checklist/use-checklist.ts'
import { RunsDrawer } from '../features/runs/runs-drawer.tsx'
import { setRunsOpen } from '../features/runs/runs-store.ts'
import { whileLoading } from '../lib/app-state.ts'
import type { Command } from '../lib/commands.ts'
import { signOut, useSession } from '../lib/session.ts'
import classes from './base-layout.module.css'
import { KeyList } from './key-list.tsx'
import { RunWebsites } from './run-websites.tsx'
import { SideNav } from './side-nav.tsx'
import { RetryPage } from './status-pages.tsx'
import { TopBar } from './top-bar.tsx'
import { useAppKeys } from './use-app-keys.ts'
import { useNarrowNav } from './use-narrow-nav.ts'

const loadPalette = () => import('./command-palette.tsx')
const CommandPalette = lazy(() => loadPalette().then((module) => ({ default: module.CommandPalette })))

function useShellCommands(showKeyList: () => void): readonly Command[] {
  const router = useRouter()
  const { setColorScheme } = useMantineColorScheme()
  return useMemo(
    () => [
      { id: 'runs', label: 'Show runs', keywords: ['jobs', 'progress'], run: () => setRunsOpen(true) },
      { id: 'keys', label: 'Keyboard shortcuts', run: showKeyList },
      { id: 'light', label: 'Use the light look', keywords: ['theme'], run: () => setColorScheme('light') },
      { id: 'dark', label: 'Use the dark look', keywords: ['theme'], run: () => setColorScheme('dark') },
      {
        id: 'sign-out',
        label: 'Sign out',
        keywords: ['log out'],
        run: () => void whileLoading(signOut(() => router.navigate({ to: '/login', replace: true }))),
      },
    ],
    [router, setColorScheme, showKeyList],
  )
}

function usePalette() {
  const [wanted, setWanted] = useState(false)
  const open = useCallback(() => {
    setWanted(true)
    // The first time the palette opens itself as soon as it is there.
    if (wanted) void loadPalette().then((module) => module.openPalette())
  }, [wanted])
  return { wanted, open }
}

function SignedIn() {
  const [navOpen, setNavOpen] = useState(false)
  const [keysOpen, setKeysOpen] = useState(false)
  const [narrow, toggleNarrow] = useNarrowNav()
  const palette = usePalette()
  const showKeyList = useCallback(() => setKeysOpen(true), [])
  const commands = useShellCommands(showKeyList)
  useAppKeys(useMemo(() => ({ palette: palette.open, keyList: showKeyList }), [palette.open, showKeyList]))
  useChecklistRefresh()
  const closeNav = () => setNavOpen(false)
  return (
    <div className={classes.root}>
      <a className={classes.skip} href="#content">
        Skip to the content
      </a>
      <div className={classes.side}>
        <SideNav narrow={narrow} onToggle={toggleNarrow} />
      </div>
      <Drawer
        opened={navOpen}
        onClose={closeNav}
        position="left"
        size={240}
        padding={0}
        withCloseButton={false}
        styles={{ body: { height: '100%' } }}
        attributes={{ content: { 'aria-label': 'Navigation' } }}
      >
        <SideNav narrow={false} onFollow={closeNav} />
      </Drawer>
      <div className={classes.column}>
        <TopBar onMenu={() => setNavOpen(true)} onPalette={palette.open} onKeyList={showKeyList} />
        <main id="content" className={classes.main} tabIndex={-1} data-scroll-restoration-id="content">
          <ChecklistCard />
          <Outlet />
        </main>
      </div>
      <RunsDrawer Websites={RunWebsites} />
      <ChecklistDrawer />
      <KeyList opened={keysOpen} onClose={() => setKeysOpen(false)} />
      {palette.wanted && (
        <Suspense>
          <CommandPalette shellCommands={commands} />
        </Suspense>
      )}
    </div>
  )
}

/** Around every signed-in page. Draws nothing but the retry page while it is not known who is there. */
export function BaseLayout() {
  const session = useSession()
  if (session.status === 'unreachable') return <RetryPage error={session.error} />
  if (session.status !== 'signed-in') return null
  return <SignedIn key={session.user.id} />
}
