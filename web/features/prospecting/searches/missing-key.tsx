import { Link } from '@tanstack/react-router'
import { leadSources } from '#contract/sources/lead-sources.ts'
import { needsKey, sourceById } from '#contract/sources/source-kinds/index.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { Hint } from '#web/ui/hint.tsx'

/** Ids of the sources that cannot be searched because nobody has connected a key; `ids` are those of a form. */
export function useMissingKeys(ids: readonly string[]): ReadonlySet<string> {
  const isKeyed = ids.some((id) => {
    const source = sourceById(id)
    return source !== undefined && needsKey(source)
  })
  const found = useEndpoint(leadSources, {}, { enabled: isKeyed })
  const missing = found.data?.data.filter(({ state }) => state === 'needs_key') ?? []
  return new Set(missing.map(({ id }) => id).filter((id) => ids.includes(id)))
}

/** Why a source does not answer, with the way to connect it. */
export function MissingKey({ source }: { source: string }) {
  const label = sourceById(source)?.label ?? source
  return (
    <Hint role="status">
      {`${label} needs a key. `}
      <Link to="/integration/sources">{`Connect ${label}`}</Link>
    </Hint>
  )
}
