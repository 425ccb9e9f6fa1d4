import type { ReactNode } from 'react'
import { PageHeader } from '#web/ui/page-header.tsx'
import { PageTabs } from '#web/ui/page-tabs.tsx'
import classes from './settings-page.module.css'

interface SettingsPageProps {
  title: string
  /** One sentence: what the sub-page is for. */
  intro?: ReactNode
  /** What can be done, beside the heading. */
  actions?: ReactNode
  children: ReactNode
}

/** Around every sub-page of the profile settings: one head, the tabs, and a column to read. */
export function SettingsPage({ title, intro, actions, children }: SettingsPageProps) {
  return (
    <>
      <PageHeader title="Profile settings" documentTitle={title}>
        <PageTabs of="profile-settings" label="Profile settings" />
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
