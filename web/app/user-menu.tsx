import { ActionIcon, Box, type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core'
import IconChecklist from '@tabler/icons-react/dist/esm/icons/IconChecklist.mjs'
import IconHelp from '@tabler/icons-react/dist/esm/icons/IconHelp.mjs'
import IconKeyboard from '@tabler/icons-react/dist/esm/icons/IconKeyboard.mjs'
import IconLogout from '@tabler/icons-react/dist/esm/icons/IconLogout.mjs'
import IconSchool from '@tabler/icons-react/dist/esm/icons/IconSchool.mjs'
import IconUserCog from '@tabler/icons-react/dist/esm/icons/IconUserCog.mjs'
import IconUserShare from '@tabler/icons-react/dist/esm/icons/IconUserShare.mjs'
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs'
import { useRouter } from '@tanstack/react-router'
import { useReopen } from '../features/identity/checklist/use-checklist.ts'
import { whileLoading } from '../lib/app-state.ts'
import { useBrand } from '../lib/branding.ts'
import { openLogInAs } from '../lib/log-in-as.ts'
import { can, signOut, useUser } from '../lib/session.ts'
import { MenuLink } from '../ui/menu-link.tsx'

const SCHEMES = [
  ['light', 'Light'],
  ['dark', 'Dark'],
  ['auto', 'System'],
] as const

/** The account menu: profile, appearance, help and sign-out. */
export function UserMenu({ onKeyList }: { onKeyList: () => void }) {
  const user = useUser()
  const { show_training_center: training } = useBrand()
  const router = useRouter()
  const reopen = useReopen()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const name = `${user.first_name} ${user.last_name}`.trim() || user.email
  const initials = [user.first_name, user.last_name].map((word) => [...word][0] ?? '').join('')
  const leave = () => void whileLoading(signOut(() => router.navigate({ to: '/login', replace: true })))
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon variant="light" size={32} radius="50%" fz="xs" fw={600} aria-label={`Account of ${name}`}>
          {(initials || [...user.email][0] || '').toUpperCase()}
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Box py={6} px="sm" className="wrap-anywhere">
          <Box fw={550}>{name}</Box>
          <Box c="dimmed" fz="xs">
            {user.email}
          </Box>
        </Box>
        <Menu.Divider />
        <MenuLink to="/profile-settings" leftSection={<IconUserCog size={16} stroke={1.6} aria-hidden />}>
          Profile settings
        </MenuLink>
        {can(user, 'manage_team') && (
          <MenuLink to="/manage-team" leftSection={<IconUsers size={16} stroke={1.6} aria-hidden />}>
            Manage team
          </MenuLink>
        )}
        {can(user, 'log_in_as') && !user.acting && (
          <Menu.Item
            leftSection={<IconUserShare size={16} stroke={1.6} aria-hidden />}
            onClick={() => openLogInAs()}
          >
            Log in as…
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Label>Appearance</Menu.Label>
        <Menu.RadioGroup
          value={colorScheme}
          onChange={(value) => setColorScheme(value as MantineColorScheme)}
        >
          {SCHEMES.map(([value, label]) => (
            <Menu.RadioItem key={value} value={value}>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <MenuLink to="/help" leftSection={<IconHelp size={16} stroke={1.6} aria-hidden />}>
          Help
        </MenuLink>
        <Menu.Item leftSection={<IconKeyboard size={16} stroke={1.6} aria-hidden />} onClick={onKeyList}>
          Keyboard shortcuts
        </Menu.Item>
        <Menu.Item leftSection={<IconChecklist size={16} stroke={1.6} aria-hidden />} onClick={reopen}>
          Getting started
        </Menu.Item>
        {training && (
          <MenuLink to="/onboarding" leftSection={<IconSchool size={16} stroke={1.6} aria-hidden />}>
            Onboarding
          </MenuLink>
        )}
        <Menu.Item leftSection={<IconLogout size={16} stroke={1.6} aria-hidden />} onClick={leave}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
