import type { ReactNode } from 'react'
import { useUser } from '#web/lib/session.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { TabLinks } from '#web/ui/tab-links.tsx'
import classes from './settings-page.module.css'

const TABS = [
  { to: '/profile-settings/profile', label: 'Profile' },
  { to: '/profile-settings/email', label: 'Email' },
  { to: '/profile-settings/password', label: 'Password' },
  { to: '/profile-settings/sessions', label: 'Sessions' },
  { to: '/profile-settings/second-factor', label: 'Second factor' },
  { to: '/profile-settings/notifications', label: 'Notifications' },
  { to: '/profile-settings/api-keys', label: 'API keys' },
  { to: '/profile-settings/account-data', label: 'Account data' },
] as const

interface SettingsPageProps {
  current: (typeof TABS)[number]['to']
  /** One sentence: what the sub-page is for. */
  intro?: ReactNode
  /** What can be done, beside the heading. */
  actions?: ReactNode
  children: ReactNode
}

/** Around every sub-page of the profile settings: one head, the tabs, and a column to read. */
export function SettingsPage({ current, intro, actions, children }: SettingsPageProps) {
  const { isMainUser } = useUser()
  const tabs = TABS.filter(({ to }) => isMainUser || to !== '/profile-settings/account-data')
  const title = TABS.find((tab) => tab.to === current)?.label ?? ''
  return (
    <>
      <PageHeader title="Profile settings" documentTitle={title}>
        <TabLinks label="Profile settings" tabs={tabs} current={current} />
      </PageHeader>
      <div className={classes.column}>
        <div className={classes.head}>
          <div className={classes.words}>
            <h2 className={classes.title}>{title}</h2>
            {intro && <p className={classes.intro}>{intro}</p>}
          </div>
          {actions && <div className={classes.actions}>{actions}</div>}
        </div>
        {children}
      </div>
    </>
  )
}
