import { useLocalStorage } from '@mantine/hooks'
import IconChevron from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import IconSidebarCollapse from '@tabler/icons-react/dist/esm/icons/IconLayoutSidebarLeftCollapse.mjs'
import IconSidebarExpand from '@tabler/icons-react/dist/esm/icons/IconLayoutSidebarLeftExpand.mjs'
import { Link, useRouterState } from '@tanstack/react-router'
import { useEffect, useMemo, useRef } from 'react'
import { ReviewCount } from '../features/ai/ai-text/review-count.tsx'
import { ChecklistEntry } from '../features/identity/checklist/checklist-entry.tsx'
import { useBrand } from '../lib/branding.ts'
import { useUser } from '../lib/session.ts'
import { BrandMark } from '../ui/brand-mark.tsx'
import { Tip } from '../ui/tip.tsx'
import { navIcon } from './nav-icons.ts'
import classes from './side-nav.module.css'
import { SIDEBAR, type VisibleItem, type VisibleSection, visibleSections } from './sidebar.ts'

/** Ids of the sidebar's sections that are closed, remembered by this browser. */
const COLLAPSED = {
  key: 'nav_collapsed',
  defaultValue: SIDEBAR.filter(({ closed }) => closed).map(({ id }) => id as string),
  getInitialValueInEffect: false,
  sync: false,
  serialize: (ids: string[]) => ids.join(),
  deserialize: (ids = '') => ids.split(',').filter(Boolean),
}

interface SideNavProps {
  /** Icons only. */
  narrow: boolean
  /** Called after following a link (closes the drawer on small screens). */
  onFollow?: () => void
  /** Switches between narrow and wide; absent inside the drawer. */
  onToggle?: () => void
}

/** The pages of a list belong to Saved Lists. */
const isCurrent = (path: string, now: string): boolean =>
  now === path ||
  now.startsWith(`${path}/`) ||
  (path === '/lead-search/saved-lists' && now.startsWith('/saved-lists/'))

function NavLine({ item, narrow, now, onFollow }: { item: VisibleItem; now: string } & SideNavProps) {
  const Icon = navIcon(item.icon)
  const current = item.path !== undefined && isCurrent(item.path, now)
  const shared = {
    className: 'nav-line',
    'data-current': current || undefined,
    'aria-current': current ? ('page' as const) : undefined,
    'aria-label': narrow ? item.label : undefined,
  }
  const inside = (
    <>
      <Icon size={17} stroke={1.6} aria-hidden />
      {!narrow && <span className="truncate">{item.label}</span>}
      {!narrow && item.count === 'reviews' && <ReviewCount />}
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
    <Tip label={item.label} position="right" disabled={!narrow}>
      {line}
    </Tip>
  )
}

interface NavSectionProps extends SideNavProps {
  section: VisibleSection
  now: string
  isOpen: boolean
  onSwitch: () => void
}

/** A collapsible section. The current page stays visible. */
function NavSection({ section: { id, label, items }, isOpen, onSwitch, ...line }: NavSectionProps) {
  const shown = isOpen ? items : items.filter(({ path }) => path && isCurrent(path, line.now))
  return (
    <div className={classes.section}>
      <h2 className={line.narrow ? 'visually-hidden' : classes.heading} id={`nav-${id}`}>
        {line.narrow ? (
          label
        ) : (
          <button type="button" className={classes.switch} aria-expanded={isOpen} onClick={onSwitch}>
            {label}
            <IconChevron size={13} stroke={1.6} aria-hidden />
          </button>
        )}
      </h2>
      <ul aria-labelledby={`nav-${id}`}>
        {shown.map((item) => (
          <li key={`${item.label} ${item.path ?? item.url}`}>
            <NavLine item={item} {...line} />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The sidebar: sections and pages available to the person. */
export function SideNav(props: SideNavProps) {
  const { narrow, onToggle } = props
  const user = useUser()
  const { menu } = useBrand()
  const now = useRouterState({ select: (state) => state.location.pathname })
  const sections = useMemo(() => visibleSections(user, menu), [user, menu])
  const [collapsed, setCollapsed] = useLocalStorage(COLLAPSED)
  const switchSection = (id: string) =>
    setCollapsed(collapsed.includes(id) ? collapsed.filter((other) => other !== id) : [...collapsed, id])
  const scroller = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for every page
  useEffect(() => {
    const box = scroller.current
    if (!box) return
    // Again when content below loads and takes space.
    const resized = new ResizeObserver(() =>
      box.querySelector('[data-current]')?.scrollIntoView({ block: 'nearest' }),
    )
    resized.observe(box)
    return () => resized.disconnect()
  }, [now])
  const Toggle = narrow ? IconSidebarExpand : IconSidebarCollapse
  return (
    <nav
      className={classes.root}
      data-narrow={narrow || undefined}
      data-drawer={!onToggle || undefined}
      aria-label="Main"
    >
      <Link to="/" className={classes.brand} {...(props.onFollow ? { onClick: props.onFollow } : {})}>
        <BrandMark ground="--app-side" iconOnly={narrow} />
      </Link>
      <div className={classes.sections} ref={scroller}>
        {sections.map((section) => (
          <NavSection
            key={section.id}
            section={section}
            now={now}
            isOpen={narrow || !collapsed.includes(section.id)}
            onSwitch={() => switchSection(section.id)}
            {...props}
          />
        ))}
      </div>
      <ChecklistEntry narrow={narrow} onFollow={props.onFollow} />
      {onToggle && (
        <button type="button" className="nav-line" onClick={onToggle} aria-expanded={!narrow}>
          <Toggle size={17} stroke={1.6} aria-hidden />
          <span className={narrow ? 'visually-hidden' : 'truncate'}>
            {narrow ? 'Expand navigation' : 'Collapse'}
          </span>
        </button>
      )}
    </nav>
  )
}
