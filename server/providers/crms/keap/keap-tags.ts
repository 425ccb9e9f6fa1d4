import * as z from 'zod/mini'
import type { ContactCrm, CrmContext } from '../crm-adapter.ts'
import { CrmError } from '../crm-error.ts'
import { createRememberedIds } from '../remembered-ids.ts'
import type { CrmRequest } from '../request-crm.ts'
import { filterValue } from './keap-filter.ts'

/** Tags are found by name or created. */
export function createKeapTags(request: CrmRequest): Pick<ContactCrm, 'addTags'> {
  const tagIds = createRememberedIds()

  async function findOrMakeTag(context: CrmContext, name: string): Promise<string> {
    const Tag = z.object({ id: z.coerce.string(), name: z.optional(z.nullable(z.string())) })
    const query = new URLSearchParams({ filter: `name==${filterValue(name)}`, page_size: '100' })
    const { tags } = await request(context, `/tags?${query}`, {
      reply: z.object({ tags: z.optional(z.nullable(z.array(Tag))) }),
    })
    const existing = (tags ?? []).find((tag) => tag.name?.toLowerCase() === name.toLowerCase())
    return (existing ?? (await request(context, '/tags', { json: { name }, reply: Tag }))).id
  }

  return {
    async addTags(context, id, tags) {
      for (const name of tags) {
        const apply = async () => {
          const tag = await tagIds.find(context, name, () => findOrMakeTag(context, name))
          const path = `/tags/${encodeURIComponent(tag)}/contacts:applyTags`
          await request(context, path, { json: { contact_ids: [id] }, reply: z.unknown() })
        }
        await apply().catch((error) => {
          // The tag was deleted there: find or create it once more.
          if (!(error instanceof CrmError && error.code === 'gone')) throw error
          tagIds.forget(context, name)
          return apply()
        })
      }
    },
  }
}
