import { useMantineColorScheme } from '@mantine/core'
import IconChecklist from '@tabler/icons-react/dist/esm/icons/IconChecklist.mjs'
import IconKeyboard from '@tabler/icons-react/dist/esm/icons/IconKeyboard.mjs'
import IconLogout from '@tabler/icons-react/dist/esm/icons/IconLogout.mjs'
import IconMoon from '@tabler/icons-react/dist/esm/icons/IconMoon.mjs'
import IconProgress from '@tabler/icons-react/dist/esm/icons/IconProgress.mjs'
import IconSun from '@tabler/icons-react/dist/esm/icons/IconSun.mjs'
import { useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import { setRunsOpen } from '../../features/activity/runs/runs-store.ts'
import { useReopen } from '../../features/identity/checklist/use-checklist.ts'
import { whileLoading } from '../../lib/app-state.ts'
import type { Command } from '../../lib/commands.ts'
import { signOut, useCan } from '../../lib/session.ts'

const SHOW_RUNS: Command = {
  id: 'runs',
  label: 'Show runs',
  keywords: ['jobs', 'progress'],
  icon: IconProgress,
  run: () => setRunsOpen(true),
}

/** Commands available everywhere. */
export function useShellCommands(showKeyList: () => void): readonly Command[] {
  const router = useRouter()
  const { setColorScheme } = useMantineColorScheme()
  const reopen = useReopen()
  const seesRuns = useCan('see_work')
  return useMemo(
    () => [
      ...(seesRuns ? [SHOW_RUNS] : []),
      {
        id: 'started',
        label: 'Getting started',
        keywords: ['help', 'onboarding', 'setup'],
        icon: IconChecklist,
        run: reopen,
      },
      {
        id: 'keys',
        label: 'Keyboard shortcuts',
        keywords: ['help'],
        icon: IconKeyboard,
        keys: ['?'],
        run: showKeyList,
      },
      {
        id: 'light',
        label: 'Use light mode',
        keywords: ['theme', 'appearance'],
        icon: IconSun,
        run: () => setColorScheme('light'),
      },
      {
        id: 'dark',
        label: 'Use dark mode',
        keywords: ['theme', 'appearance'],
        icon: IconMoon,
        run: () => setColorScheme('dark'),
      },
      {
        id: 'sign-out',
        label: 'Sign out',
        keywords: ['log out'],
        icon: IconLogout,
        run: () => void whileLoading(signOut(() => router.navigate({ to: '/login', replace: true }))),
      },
    ],
    [router, setColorScheme, showKeyList, reopen, seesRuns],
  )
}
