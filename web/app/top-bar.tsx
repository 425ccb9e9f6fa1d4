import { Box, Text, UnstyledButton } from '@mantine/core'
import IconMenu from '@tabler/icons-react/dist/esm/icons/IconMenu2.mjs'
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import { CreditsPill } from '../features/accounts/wallet/credits-pill.tsx'
import { NotificationsBell } from '../features/activity/notifications/notifications-bell.tsx'
import { RunsButton } from '../features/activity/runs/runs-button.tsx'
import { can, useUser } from '../lib/session.ts'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import classes from './top-bar.module.css'
import { commandKey } from './use-app-keys.ts'
import { UserMenu } from './user-menu.tsx'

interface TopBarProps {
  onMenu: () => void
  onPalette: () => void
  onKeyList: () => void
}

/** The bar above every page: palette, credits, runs and account menu. */
export function TopBar({ onMenu, onPalette, onKeyList }: TopBarProps) {
  const user = useUser()
  return (
    <header data-top-bar className={classes.root}>
      <UnstyledButton
        id="open-navigation"
        className={`hoverable ${classes.menu}`}
        aria-label="Open navigation"
        onClick={onMenu}
      >
        <IconMenu size={18} stroke={1.6} aria-hidden />
      </UnstyledButton>
      <UnstyledButton
        className={`hoverable ${classes.palette}`}
        onClick={onPalette}
        aria-label="Search lists, leads, pages and actions"
      >
        <IconSearch size={15} stroke={1.6} aria-hidden />
        <Text component="span" truncate flex={1} visibleFrom="sm">
          Search or jump to…
        </Text>
        <Box component="kbd" visibleFrom="sm">
          {commandKey()} K
        </Box>
      </UnstyledButton>
      <div data-toast-clear className={classes.right}>
        <ErrorBoundary area="top bar">
          <CreditsPill />
          {can(user, 'see_work') && <RunsButton />}
          <NotificationsBell />
          <UserMenu onKeyList={onKeyList} />
        </ErrorBoundary>
      </div>
    </header>
  )
}
