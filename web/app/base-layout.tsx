import { Drawer } from '@mantine/core'
import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import '../ui/mantine-app-styles.ts'
import { ChecklistCard } from '../features/checklist/checklist-card.tsx'
import { ChecklistDrawer } from '../features/checklist/checklist-drawer.tsx'
import { useChecklistRefresh } from '../features/checklist/use-checklist.ts'
import { RunsDrawer } from '../features/runs/runs-drawer.tsx'
import { useSession } from '../lib/session.ts'
import classes from './base-layout.module.css'
import { KeyList } from './key-list.tsx'
import { RunWebsites } from './run-websites.tsx'
import { SideNav } from './side-nav.tsx'
import { RetryPage } from './status-pages.tsx'
import { TopBar } from './top-bar.tsx'
import { useAppKeys } from './use-app-keys.ts'
import { useNarrowNav } from './use-narrow-nav.ts'

const CommandPalette = lazy(() =>
  import('./palette/command-palette.tsx').then((module) => ({ default: module.CommandPalette })),
)

/** Loaded with the first wish for it, then opened and closed. */
function usePalette() {
  const [state, setState] = useState({ wanted: false, opened: false })
  const toggle = useCallback(() => setState(({ opened }) => ({ wanted: true, opened: !opened })), [])
  const close = useCallback(() => setState((now) => ({ ...now, opened: false })), [])
  return { ...state, toggle, close }
}

function SignedIn() {
  const [navOpen, setNavOpen] = useState(false)
  const [keysOpen, setKeysOpen] = useState(false)
  const [narrow, toggleNarrow] = useNarrowNav()
  const palette = usePalette()
  const showKeyList = useCallback(() => setKeysOpen(true), [])
  useAppKeys(
    useMemo(() => ({ palette: palette.toggle, keyList: showKeyList }), [palette.toggle, showKeyList]),
  )
  useChecklistRefresh()
  const closeNav = () => setNavOpen(false)
  return (
    <div className={classes.root}>
      <a className={classes.skip} href="#content">
        Skip to content
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
        <TopBar onMenu={() => setNavOpen(true)} onPalette={palette.toggle} onKeyList={showKeyList} />
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
          <CommandPalette opened={palette.opened} onClose={palette.close} onKeyList={showKeyList} />
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
