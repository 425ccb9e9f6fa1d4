import * as z from 'zod/mini'
import type { ContactCrm, CrmContext } from '../crm-adapter.ts'
import { CrmError } from '../crm-error.ts'
import type { CrmRequest } from '../request-crm.ts'
import { filterValue } from './keap-filter.ts'

/** Tags are found by name or created. */
export function createKeapTags(request: CrmRequest): Pick<ContactCrm, 'addTags'> {
  /**
   * Tag ids by connection and name: few and stable. Pending requests are cached too, so that leads sent concurrently
   * don't create a tag twice.
   */
  const tagIds = new Map<string, Promise<string>>()

  const tagKey = (context: CrmContext, name: string): string => `${context.key} ${name.toLowerCase()}`

  async function tagId(context: CrmContext, name: string): Promise<string> {
    const key = tagKey(context, name)
    const requested = tagIds.get(key) ?? findOrMakeTag(context, name)
    tagIds.set(key, requested)
    return requested.catch((error) => {
      if (tagIds.get(key) === requested) tagIds.delete(key)
      throw error
    })
  }

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
          const tag = await tagId(context, name)
          const path = `/tags/${encodeURIComponent(tag)}/contacts:applyTags`
          await request(context, path, { json: { contact_ids: [id] }, reply: z.unknown() })
        }
        await apply().catch((error) => {
          // The tag was deleted there: find or create it once more.
          if (!(error instanceof CrmError && error.code === 'gone')) throw error
          tagIds.delete(tagKey(context, name))
          return apply()
        })
      }
    },
  }
}
