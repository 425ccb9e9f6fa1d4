import { Link } from '@tanstack/react-router'
import { leadSources } from '#contract/sources/lead-sources.ts'
import { needsKey, sourceById, sourceLabel } from '#contract/sources/source-kinds/index.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { Hint } from '#web/ui/hint.tsx'

/** Ids of the given sources that can't be searched because they have no key. */
export function useMissingKeys(ids: readonly string[]): ReadonlySet<string> {
  const isKeyed = ids.some((id) => {
    const source = sourceById(id)
    return source !== undefined && needsKey(source)
  })
  const found = useEndpoint(leadSources, {}, { enabled: isKeyed })
  const missing = found.data?.data.filter(({ state }) => state === 'needs_key') ?? []
  return new Set(missing.map(({ id }) => id).filter((id) => ids.includes(id)))
}

/** Explains that a source needs a key, with a link to connect it. */
export function MissingKey({ source }: { source: string }) {
  const label = sourceLabel(source)
  return (
    <Hint role="status">
      {`${label} needs a key. `}
      <Link to="/integration/sources">{`Connect ${label}`}</Link>
    </Hint>
  )
}
