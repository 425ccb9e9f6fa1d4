import type { LeadSourceEntry } from '#contract/sources/lead-sources.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { LeadSource } from '#server/providers/lead-sources/index.ts'
import { presentSource } from './present-source.ts'
import type { SourcesService } from './sources-service.ts'

interface KeyReadsDeps {
  sources: Pick<SourcesService, 'all' | 'statuses'>
  now(): Date
}

/** Each source's state for an account. */
export function createKeyReads({ sources, now }: KeyReadsDeps) {
  const find = (id: string): LeadSource => {
    const source = sources.all().find(({ declaration }) => declaration.id === id)
    if (!source) throw notFound('The source')
    return source
  }
  const withForm = (id: string): LeadSource => {
    const source = find(id)
    if (source.declaration.credential.length === 0)
      throw conflict(`${source.declaration.label} doesn’t use a key`)
    return source
  }

  async function list(accountId: number): Promise<LeadSourceEntry[]> {
    const all = new Map(sources.all().map(({ declaration }) => [declaration.id, declaration]))
    const at = now()
    return (await sources.statuses(accountId, [...all.keys()])).flatMap((status) => {
      const source = all.get(status.source_id)
      return source ? [presentSource(source, status, accountId, at)] : []
    })
  }
  async function show(accountId: number, id: string): Promise<LeadSourceEntry> {
    const [status] = await sources.statuses(accountId, [id])
    if (!status) throw notFound('The source')
    return presentSource(find(id).declaration, status, accountId, now())
  }

  return { withForm, list, show }
}

export type KeyReads = ReturnType<typeof createKeyReads>
