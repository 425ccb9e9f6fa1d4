import { Group } from '@mantine/core'
import IconFileSearch from '@tabler/icons-react/dist/esm/icons/IconFileSearch.mjs'
import { formatDay } from '#web/lib/format.ts'
import { isOnPage, pageHref, pageLabel } from '#web/lib/sighting-labels.ts'
import { Evidence } from '#web/ui/evidence.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { Hint } from '#web/ui/hint.tsx'
import {
  confidenceLabel,
  methodLabel,
  originLabel,
  originLine,
  originName,
  type SharedOrigin,
} from './value-origins.ts'

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Details of an origin: source, page, date, confidence and method. */
function OriginDetails({ shared: { origin, methods } }: { shared: SharedOrigin }) {
  const { source, url, method, observed_at: at, licence, record } = origin
  const href = url ? pageHref(url) : null
  const facts: [string, React.ReactNode][] = [
    ['Source', method === 'invented' ? originName(origin) : originLabel(source)],
    [
      'Page',
      url && href && (
        <a href={href} target="_blank" rel="noopener noreferrer">
          {pageLabel(url)}
        </a>
      ),
    ],
    [isOnPage(method) ? 'Found' : 'As of', at && formatDay(at)],
    [isOnPage(method) ? 'Found in' : 'Method', capital(methods.map(methodLabel).join(', '))],
    ['Confidence', confidenceLabel(origin)],
    ['License', licence],
    ['Record', record],
  ]
  return <Facts facts={facts} />
}

/** The origin of a value that differs from the main one. */
export function OriginMark({ shared, label }: { shared: SharedOrigin; label: string }) {
  return (
    <Group
      component="span"
      display="inline-flex"
      align="stretch"
      wrap="nowrap"
      gap={0}
      miw={0}
      maw="100%"
      c="dimmed"
      fz="xs"
    >
      <Evidence label={`source of ${label.toLowerCase()}`} render={() => <OriginDetails shared={shared} />}>
        <IconFileSearch size={13} stroke={1.75} aria-hidden />
        <span className="wrap-anywhere">{originName(shared.origin)}</span>
      </Evidence>
    </Group>
  )
}

/** The main source of a lead, named once. */
export function OriginLine({ shared, alone }: { shared: SharedOrigin; alone: boolean }) {
  return (
    <Hint mb={4}>
      <Evidence label="details of this source" render={() => <OriginDetails shared={shared} />}>
        <span>
          From {originLine(shared.origin)}
          {!alone && ', unless marked'}
        </span>
      </Evidence>
    </Hint>
  )
}
