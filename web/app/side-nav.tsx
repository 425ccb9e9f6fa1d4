import { Tooltip } from '@mantine/core'
import IconSidebarCollapse from '@tabler/icons-react/dist/esm/icons/IconLayoutSidebarLeftCollapse.mjs'
import IconSidebarExpand from '@tabler/icons-react/dist/esm/icons/IconLayoutSidebarLeftExpand.mjs'
import { Link, useRouterState } from '@tanstack/react-router'
import { useMemo } from 'react'
import { ChecklistEntry } from '../features/checklist/checklist-entry.tsx'
import { useBrand } from '../lib/branding.ts'
import { useUser } from '../lib/session.ts'
import { BrandMark } from './brand-mark.tsx'
import { navIcon } from './nav-icons.ts'
import classes from './side-nav.module.css'
import { type VisibleItem, visibleSections } from './sidebar.ts'

interface SideNavProps {
  /** Icons only. */
  narrow: boolean
  /** Called when a line was followed (closes the drawer of small screens). */
  onFollow?: () => void
  /** Switches between narrow and wide; absent inside the drawer. */
  onToggle?: () => void
}

/** A list's own pages belong to Saved Lists. */
const isCurrent = (path: string, now: string): boolean =>
  now === path ||
  now.startsWith(`${path}/`) ||
  (path === '/lead-search/saved-lists' && now.startsWith('/saved-lists/'))

function NavLine({ item, narrow, now, onFollow }: { item: VisibleItem; now: string } & SideNavProps) {
  const Icon = navIcon(item.path)
  const current = item.path !== undefined && isCurrent(item.path, now)
  const shared = {
    className: classes.line,
    'data-current': current || undefined,
    'aria-current': current ? ('page' as const) : undefined,
    'aria-label': narrow ? item.label : undefined,
  }
  const inside = (
    <>
      <Icon size={17} stroke={1.6} aria-hidden />
      {!narrow && <span className={classes.label}>{item.label}</span>}
    </>
  )
  const line = item.path ? (
    <Link to={item.path} {...shared} {...(onFollow ? { onClick: onFollow } : {})}>
      {inside}
    </Link>
  ) : (
    <a href={item.url} target="_blank" rel="noopener noreferrer" {...shared}>
      {inside}
    </a>
  )
  return (
    <Tooltip label={item.label} position="right" disabled={!narrow}>
      {line}
    </Tooltip>
  )
}

/** The side bar, drawn from data: sections that the person's modules allow, pages that are built. */
export function SideNav(props: SideNavProps) {
  const { narrow, onToggle } = props
  const user = useUser()
  const { menu } = useBrand()
  const now = useRouterState({ select: (state) => state.location.pathname })
  const sections = useMemo(() => visibleSections(user, menu), [user, menu])
  const Toggle = narrow ? IconSidebarExpand : IconSidebarCollapse
  return (
    <nav
      className={classes.root}
      data-narrow={narrow || undefined}
      data-drawer={!onToggle || undefined}
      aria-label="Main"
    >
      <Link to="/" className={classes.brand} {...(props.onFollow ? { onClick: props.onFollow } : {})}>
        <BrandMark iconOnly={narrow} />
      </Link>
      <div className={classes.sections}>
        {sections.map((section) => (
          <div key={section.id} className={classes.section}>
            <h2 className={classes.heading} id={`nav-${section.id}`}>
              {section.label}
            </h2>
            <ul aria-labelledby={`nav-${section.id}`}>
              {section.items.map((item) => (
                <li key={item.label}>
                  <NavLine item={item} now={now} {...props} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      <ChecklistEntry narrow={narrow} onFollow={props.onFollow} />
      {onToggle && (
        <button type="button" className={classes.line} onClick={onToggle} aria-expanded={!narrow}>
          <Toggle size={17} stroke={1.6} aria-hidden />
          <span className={narrow ? classes.hidden : classes.label}>
            {narrow ? 'Expand navigation' : 'Collapse'}
          </span>
        </button>
      )}
    </nav>
  )
}
